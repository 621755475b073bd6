import "server-only"
import type { Catalogue } from "../../catalogue"
import type { openPool } from "../../db"
import type { Upstream, UpstreamConfig } from "../../platform"
import type { Log } from "../http/log"
import type { ExpensiveWork } from "../http/slots"
import type { SmallGroupsGuard } from "../kpis/small-groups-guard"
import type { WholePages } from "../reads/whole-source"
import { type RunnerRule, startExportRunner } from "./export-runner"
import { type NameSources, withHighscores } from "./page-names"
import { createExportsService, type ExportsService } from "./service"
import { createExportJobs } from "./table"

export interface Exports {
  readonly service: ExportsService
  /** Lets go of the exports under way, for other instances to go on with. */
  stop(): Promise<void>
}

interface ExportsDependencies {
  readonly pool: ReturnType<typeof openPool>
  readonly schema?: string
  readonly catalogue: Catalogue
  readonly config: UpstreamConfig
  readonly upstream: Pick<Upstream, "read">
  readonly log: Log
  readonly rule?: RunnerRule
  /** The instance that holds what is worked on here; a name of its own unless told otherwise. */
  readonly holder?: string | undefined
  readonly guard?: SmallGroupsGuard
  readonly wholePages?: WholePages
  readonly slots: Pick<ExpensiveWork, "making" | "downloads" | "parts">
  readonly names?: NameSources
  /** The most bytes of a workbook, by default the 4 GB that an archive can have. */
  readonly largestWorkbook?: number | undefined
}

/** Exports in the dashboard's database; from now on this instance works on those that nobody works on. */
export function openExports(dependencies: ExportsDependencies): Exports {
  const { pool, schema, catalogue, largestWorkbook, guard, slots } = dependencies
  const jobs = createExportJobs({ pool, ...(schema !== undefined && { schema }) })
  const { names, wholePages } = dependencies
  const known = names && wholePages ? withHighscores(catalogue, names, wholePages) : names
  const runner = startExportRunner({ ...dependencies, jobs, ...(known && { names: known }) })
  return {
    service: createExportsService({
      catalogue,
      jobs,
      runner,
      slots,
      largestWorkbook,
      guard,
    }),
    stop: runner.stop,
  }
}
