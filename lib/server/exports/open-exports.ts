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
  /** Releases the current exports, so that other instances can continue them. */
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
  /** The instance that holds the leases; defaults to a random id. */
  readonly holder?: string | undefined
  readonly guard?: SmallGroupsGuard
  readonly wholePages?: WholePages
  readonly slots: Pick<ExpensiveWork, "making" | "downloads" | "parts">
  readonly names?: NameSources
  /** Maximum size of a workbook in bytes; defaults to the 4 GB limit of a ZIP archive. */
  readonly largestWorkbook?: number | undefined
}

/**
 * Opens exports in the dashboard's database; from now on, this instance claims exports that no
 * other instance works on.
 */
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
