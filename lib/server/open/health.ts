import "server-only"
import { catalogue } from "../../catalogue"
import { timeStatements } from "../../db"
import { readCopyStanding, replicaSchema } from "../../records"
import { readEditFigures } from "../edits/table"
import { readExportFigures } from "../exports/table"
import { createDatabaseProbe } from "../health/database"
import { createReadiness } from "../health/readiness"
import { systemRoutes } from "../health/routes"
import { createTablesReader, impairmentsOf } from "../health/tables"
import type { OpenedSeries } from "../kpis/open-series"
import { onceInInterval } from "../reads/once-in-interval"
import { withDeadline } from "../reads/with-deadline"
import { openStatus } from "../status/open-status"
import { statusRoutes } from "../status/routes"
import type { Base } from "./base"
import type { OpenedCopies } from "./copies"
import type { OpenedPlatform } from "./platform"
import type { OpenedSources } from "./reads"
import type { openSessions } from "./sessions"

/**
 * How long operators' figures from the database are reused, and the timeout for reading them, in
 * milliseconds.
 */
const figuresRule = { copiesMs: 15_000, jobsMs: 5_000, quotaMs: 1_000, deadlineMs: 1_000 }

const every = <T>(ms: number, work: () => Promise<T>) =>
  onceInInterval(ms, () => withDeadline(work(), figuresRule.deadlineMs))

/** Figures counted in the database. */
function openFigures({ pool }: Base) {
  const { copiesMs, jobsMs } = figuresRule
  const operations = catalogue.operations.map(({ id }) => id)
  return {
    readCopies: every(copiesMs, () =>
      readCopyStanding(pool, { schema: replicaSchema, operations }),
    ),
    readExports: every(jobsMs, () => readExportFigures(pool)),
    readEdits: every(jobsMs, () => readEditFigures(pool)),
  }
}

interface Watched {
  readonly platform: OpenedPlatform
  readonly sessions: ReturnType<typeof openSessions>
  readonly copies: OpenedCopies
  readonly sources: OpenedSources
  readonly series: OpenedSeries
}

/** Endpoints for operators: health, metrics, status, and the description of the dashboard's API. */
export function openHealth(
  base: Base,
  { platform, sessions, copies, sources, series }: Watched,
  isDraining: () => boolean,
) {
  const { config, pool, expensivePool, bus, clock, log, metrics, statementTimes } = base
  const { upstream, governor, feed } = platform
  const readTables = createTablesReader(pool, catalogue)
  const readReadiness = createReadiness({
    isDraining,
    askDatabase: createDatabaseProbe(pool),
    askTables: () => readTables().then(impairmentsOf),
    upstream,
    clock,
  })
  const figures = openFigures(base)
  const pools = {
    requests: pool,
    expensive: expensivePool,
    copies: sources.copies.pagesPool,
    sync: copies.syncPool,
    groups: series.groupsPool,
  }
  metrics.watch({
    ...figures,
    build: config.build,
    pools,
    isBusConnected: bus.isConnected,
    isDown: () => upstream.isDown,
    readReadiness,
    readQuota: governor && every(figuresRule.quotaMs, governor.read),
  })
  for (const each of Object.values(pools))
    timeStatements(each, ({ text, tookMs, isFailed }) => statementTimes.add(text, tookMs, isFailed))
  const status = openStatus({
    id: base.instanceId,
    pool,
    version: config.build.version,
    workspaceFile: config.workspaceFile,
    times: statementTimes,
    readErrors: base.readErrors,
    readReadiness,
    readTables,
    readQuota: feed.read,
    readCopies: copies.replica.overview,
    readExports: figures.readExports,
    clock,
    log,
  })
  const { discover } = sessions
  return {
    routes: [
      ...systemRoutes({ config: config.session, discover, metrics, readReadiness }),
      ...statusRoutes(status.readStatus),
    ],
    close: () => status.stop(),
  }
}
