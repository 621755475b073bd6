import "server-only"
import { statfs } from "node:fs/promises"
import { dirname } from "node:path"
import { catalogue } from "../catalogue"
import { createKeyedDocuments, openPool, type StatementTimes, timeStatements } from "../db"
import { createUpstream, type Governor } from "../platform"
import { readCopyStanding, replicaSchema } from "../records"
import { createDiscovery, createSessionReader, readSessionId } from "../session"
import { activityRoutes } from "./activity/routes"
import { answersRoutes } from "./answers/routes"
import { createApp } from "./app"
import { createLogNames } from "./audit/log-names"
import { recordRoutes } from "./audit/recorded-routes"
import { auditRoutes } from "./audit/routes"
import { type AuditService, createAudit } from "./audit/service"
import { addErasure, createAuditTable } from "./audit/table"
import { witnessOf } from "./audit/witness-of"
import type { Config } from "./config"
import { startAutomaticCopies } from "./copies/automatic-lists"
import { copiesRoutes } from "./copies/copies-routes"
import { openReplica, replicaPoolOptions } from "./copies/open-replica"
import type { Replica } from "./copies/replica"
import { syncRoutes } from "./copies/routes"
import { departmentsRoutes } from "./departments/routes"
import { batchesRoutes } from "./edits/batches/routes"
import type { EditService } from "./edits/editor"
import { createEditLog, readEditFigures } from "./edits/table"
import { erasureRoutes } from "./erasure/routes"
import { type Exports, openExports } from "./exports/open-exports"
import { namesOf } from "./exports/page-names"
import { exportsRoutes } from "./exports/routes"
import { readExportFigures } from "./exports/table"
import { countCalls, countEdits, countSignIns, logCalls } from "./health/count-work"
import { createDatabaseProbe } from "./health/database"
import type { MetricSources } from "./health/metric-sources"
import type { Metrics } from "./health/metrics"
import { createReadiness } from "./health/readiness"
import { systemRoutes } from "./health/routes"
import { createTablesReader, impairmentsOf } from "./health/tables"
import { instanceName } from "./http/instance-name"
import { describeError, type Log } from "./http/log"
import { createExpensiveWork } from "./http/slots"
import { startIndexing } from "./index-builds"
import { type OpenedSeries, openSeries } from "./kpis/open-series"
import { kpisRoutes } from "./kpis/routes"
import { bringFirstNames } from "./names/bring-first-names"
import { openNameSources } from "./names/open-name-sources"
import { namesRoutes } from "./names/routes"
import { notesRoutes, readNotes } from "./notes/routes"
import type { Base } from "./open-base"
import { type Editing, openEditing } from "./open-editing"
import { paletteRoutes } from "./palette/routes"
import { openGovernor } from "./platform/open-governor"
import { textsIn } from "./platform/shared-texts"
import { createTokenStore } from "./platform/token-store"
import { createQuotaFeed } from "./quota/quota-feed"
import { createQuotaStreams } from "./quota/quota-streams"
import { quotaRoutes } from "./quota/routes"
import { type AnswerCache, createAnswerCache } from "./reads/cache/answer-cache"
import { createExistence } from "./reads/existence"
import { onceInInterval } from "./reads/once-in-interval"
import { openCopies } from "./reads/open-copies"
import { createReads, operationRoutes } from "./reads/operations"
import { withDeadline } from "./reads/with-deadline"
import { recentsRoutes } from "./recents/routes"
import { startRetention } from "./retention/retention"
import { openSavedParts, type SavedParts } from "./saved-parts"
import { createAnswerAuth } from "./sessions/answer-auth"
import { openSessions } from "./sessions/open-sessions"
import { sessionRoutes, sessionsRoutes } from "./sessions/routes"
import { createSignal } from "./signal"
import { openStatus } from "./status/open-status"
import { statusRoutes } from "./status/routes"
import { viewsRoutes } from "./views/routes"
import { readAllViews } from "./views/service"
import { workspaceRoutes } from "./workspace/routes"

type Pool = ReturnType<typeof openPool>

const clock = () => Date.now()

/** How long those who wait for the quota are left to wait, and how long the end of all parts takes; milliseconds. */
const patience = { waitingMs: 5_000, closingMs: 3_000 }

/** The way to the platform: one quota and one token for all instances. */
function openUpstream(config: Config, pool: Pool, metrics: Metrics) {
  const documents = createKeyedDocuments({ pool, schema: "dashboard" })
  const governor = openGovernor({ config, pool })
  const { secret, previousSecret } = config.session
  const { clientId } = config.upstream
  const texts = textsIn(documents)
  const tokenStore = createTokenStore({ texts, secret, previousSecret, clientId, clock })
  const paying = countCalls(metrics, governor)
  const upstream = createUpstream({
    catalogue,
    config: config.upstream,
    clock,
    governor: paying,
    tokenStore,
  })
  return { governor, upstream }
}

/** The quota's figures for people to see. */
function openQuota(
  { rateLimit }: Config,
  { governor, upstream }: { governor: Governor | undefined; upstream: { isDown: boolean } },
) {
  const isDown = () => upstream.isDown
  const feed = createQuotaFeed({ governor, platformLimit: rateLimit, isDown })
  return { feed, streams: createQuotaStreams(feed) }
}

/** How long what operators read of database and disk is good for who asks after it, and how long it may take; milliseconds. */
const figuresRule = { copiesMs: 15_000, jobsMs: 5_000, deadlineMs: 1_000 }

/** What is counted in the database, and the room on the disk of the workspace file's folder. */
function openFigures({ workspaceFile }: Config, pool: Pool) {
  const { copiesMs, jobsMs, deadlineMs } = figuresRule
  const every = <T>(ms: number, work: () => Promise<T>) =>
    onceInInterval(ms, () => withDeadline(work(), deadlineMs))
  const operations = catalogue.operations.map(({ id }) => id)
  return {
    readCopies: every(copiesMs, () =>
      readCopyStanding(pool, { schema: replicaSchema, operations }),
    ),
    readExports: every(jobsMs, () => readExportFigures(pool)),
    readEdits: every(jobsMs, () => readEditFigures(pool)),
    readDisk: every(jobsMs, async () => {
      const { bavail, blocks, bsize } = await statfs(dirname(workspaceFile))
      return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
    }),
  }
}

/** Has the state of the parts and the time of each pool's statements told to whoever reads the metrics, and the slowest to who reads the status. */
function watchParts(
  { metrics, times }: { readonly metrics: Metrics; readonly times: StatementTimes },
  sources: Omit<MetricSources, "pools"> & { readonly pools: Readonly<Record<string, Pool>> },
): void {
  metrics.watch(sources)
  for (const [name, pool] of Object.entries(sources.pools))
    timeStatements(pool, ({ text, tookMs, isFailed }) => {
      metrics.countStatement(name, tookMs)
      times.add(text, tookMs, isFailed)
    })
}

const readBackEveryMs = 30_000

/** Finds out about the edits that were cut off, here or elsewhere; answers how to stop. */
function startReadingBack(editor: EditService, log: Log): () => void {
  const readBack = () =>
    editor
      .readBack()
      .catch((error: unknown) => log.error({ error: describeError(error) }, "reading edits back"))
  const timer = setInterval(readBack, readBackEveryMs).unref()
  return () => clearInterval(timer)
}

/** Has lists copied that nobody has ordered, unless their budget is nothing; answers how to stop. */
function startCopying(
  { copyBudget: budget }: Config,
  { replica, saved, log }: { replica: Replica; saved: SavedParts; log: Log },
): () => void {
  if (budget === 0) return () => {}
  const { readWorkspace } = saved.workspace
  const complain = (error: unknown) => log.error({ error: describeError(error) }, "copies")
  return startAutomaticCopies({ catalogue, replica, readWorkspace, budget, clock, complain })
}

/** How long an edit waits until its copies are known to be behind, in milliseconds. */
const markedWithinMs = 2000

/** After an edit: copies are not asked until they have been synced, behind the edit, and cached answers are forgotten. */
const forgetEdited =
  (cache: Pick<AnswerCache, "invalidate">, replica: Replica) => async (record: string) => {
    await withDeadline(replica.scheduleNow(record), markedWithinMs).catch(() => {})
    await cache.invalidate(record)
  }

/** The same end for all parts, each after those that need it. */
async function closeAll(parts: {
  readonly audit: Pick<AuditService, "stop">
  readonly governor: Governor | undefined
  readonly cache: { close(): void }
  readonly upstream: { close(): Promise<void> }
  readonly departments: { close(): Promise<void> }
  readonly editing: Editing
  readonly stopRemoving: () => Promise<void>
  readonly stopIndexing: () => Promise<void>
  readonly exports: Exports
  readonly replica: Replica
  readonly series: OpenedSeries
  readonly copies: { close(): Promise<void> }
  readonly status: { stop(): Promise<void> }
}): Promise<void> {
  const { governor, cache, upstream, departments, exports, replica, series } = parts
  const { copies } = parts
  cache.close()
  await parts.status.stop()
  await parts.editing.stop()
  await parts.stopRemoving()
  await parts.stopIndexing()
  await exports.stop()
  await replica.stop()
  await governor?.close()
  await departments.close()
  await upstream.close()
  await series.close()
  await copies.close()
  await parts.audit.stop()
}

/** Opens every feature once, each with what it needs. */
export function openFeatures(base: Base, { isDraining }: { isDraining: () => boolean }) {
  const { config, metrics, instanceId: id, statementTimes: times, log, readErrors } = base
  const { pool, expensivePool, bus } = base
  const { databaseUrl, workspaceFile } = config
  const { apiUrl } = config.upstream
  const { governor, upstream: silent } = openUpstream(config, pool, metrics)
  const upstream = logCalls(log, silent)
  const nameOf = createLogNames(config.session.secret)
  const audit = createAudit({
    table: createAuditTable({ pool }),
    instance: instanceName,
    nameOf,
    clock,
    log,
  })
  const witness = witnessOf(audit, nameOf)
  const cache = createAnswerCache({ bus, clock, log })
  const synced = createSignal<string>()
  const syncPool = openPool(databaseUrl, replicaPoolOptions)
  const replica = openReplica({
    config,
    catalogue,
    upstream,
    clock,
    log,
    pool: syncPool,
    onSynced: synced.send,
    holder: id,
  })
  const saved = openSavedParts({
    pool,
    expensivePool,
    catalogue,
    apiUrl,
    workspaceFile,
    upstream,
    log,
  })
  const { departments } = saved
  const stopCopying = startCopying(config, { replica, saved, log })
  const discover = createDiscovery(config.session.issuer, () => performance.now())
  const sessions = countSignIns(
    metrics,
    openSessions({
      config: config.session,
      discover,
      pool,
      bus,
      log,
      onDisowned: (session) =>
        void audit.record({
          kind: "session_ended",
          details: { by: "identity", count: 1 },
          about: session.sub,
        }),
    }),
  )
  const readSession = createSessionReader({
    config: config.session,
    sessions,
    timer: () => performance.now(),
  })
  const editing = openEditing({
    pool,
    catalogue,
    config: config.upstream,
    upstream,
    edits: countEdits(metrics, createEditLog({ pool })),
    departments,
    invalidate: forgetEdited(cache, replica),
    log,
    sessions,
    holder: id,
  })
  const { editor } = editing
  const stopReadingBack = startReadingBack(editor, log)
  const stopRemoving = startRetention({ pool: expensivePool, days: config.retention, log })
  const stopIndexing = startIndexing({ pool, replica, log })
  const slots = createExpensiveWork()
  const series = openSeries({
    databaseUrl,
    pool,
    expensivePool,
    catalogue,
    replica,
    upstream,
    departments,
    slots,
    clock,
    log,
  })
  synced.listen(series.form)
  const { guard } = series
  const copies = openCopies({
    databaseUrl,
    expensivePool,
    catalogue,
    replica,
    clock,
  })
  const nameSources = openNameSources(saved, log)
  const exports = openExports({
    pool: expensivePool,
    catalogue,
    config: config.upstream,
    upstream,
    guard,
    wholePages: copies.wholePages,
    names: nameSources,
    slots,
    log,
    holder: id,
  })
  const quota = openQuota(config, { governor, upstream })
  const { feed } = quota
  const existence = createExistence({
    readWorkspace: saved.workspace.readWorkspace,
    documents: createKeyedDocuments({ pool, schema: "dashboard" }),
    upstream,
  })
  const readTables = createTablesReader(pool, catalogue)
  const readReadiness = createReadiness({
    isDraining,
    askDatabase: createDatabaseProbe(pool),
    askTables: () => readTables().then(impairmentsOf),
    upstream,
    clock,
  })
  const figures = openFigures(config, pool)
  watchParts(
    { metrics, times },
    {
      ...figures,
      build: config.build,
      pools: {
        requests: pool,
        expensive: expensivePool,
        copies: copies.pagesPool,
        sync: syncPool,
        groups: series.groupsPool,
      },
      cache: cache.figures,
      isBusConnected: bus.isConnected,
      isDown: () => upstream.isDown,
      readReadiness,
      readQuota: governor && onceInInterval(1000, () => withDeadline(governor.read(), 1000)),
    },
  )
  const status = openStatus({
    id,
    pool,
    version: config.build.version,
    workspaceFile,
    times,
    readErrors,
    readReadiness,
    readTables,
    readQuota: feed.read,
    readCopies: replica.overview,
    readExports: figures.readExports,
    clock,
    log,
  })
  const reads = createReads({
    catalogue,
    upstream,
    cache,
    copies,
    guards: { dataPoint: guard },
    config,
    clock,
    log,
  })
  const { views, notes, workspace, userNames, recents } = saved
  if (config.userNamesFile !== undefined)
    void bringFirstNames({ file: config.userNamesFile, names: userNames, log })
  const access = { origin: config.session.origin, readSession }
  const app = createApp({
    ...access,
    clock,
    log,
    witness,
    hide: reads.hider.hideText,
    operations: operationRoutes({ ...access, catalogue, reads, editor }),
    routes: recordRoutes(
      [
        ...activityRoutes({ log: editing.log, departments }),
        ...answersRoutes({
          catalogue,
          wholes: copies.wholes,
          guard,
          slots,
          findNames: (wanted, sight) => namesOf(wanted, sight, nameSources),
        }),
        ...auditRoutes(audit),
        ...batchesRoutes(editing.batches),
        ...copiesRoutes({
          catalogue,
          replica,
          budget: config.copyBudget,
          rateLimit: config.rateLimit,
          clock,
          complain: (error) => log.error({ error: describeError(error) }, "copies"),
        }),
        ...quotaRoutes({ ...quota, readSession }),
        ...systemRoutes({ config: config.session, discover, metrics, readReadiness }),
        ...sessionRoutes(readSession, config),
        ...departmentsRoutes({
          directory: departments,
          settings: editing.settings,
        }),
        ...namesRoutes({ directory: departments, names: userNames, slots }),
        ...paletteRoutes({
          catalogue,
          readViews: (session) => readAllViews(catalogue, views, session),
          readWorkspace: workspace.readWorkspace,
        }),
        ...recentsRoutes(catalogue, recents),
        ...erasureRoutes({
          catalogue,
          pool: expensivePool,
          recordErasure: (by) => (erased, session) =>
            addErasure(session, { ...erased, by, instance: instanceName }),
          forgetAnswers: () => Promise.all(Object.keys(catalogue.records).map(cache.invalidate)),
        }),
        ...exportsRoutes({ catalogue, service: exports.service, feed }),
        ...kpisRoutes(series.parts, series.setting, (session, dataSetId) =>
          readNotes(notes, session, dataSetId),
        ),
        ...notesRoutes({ list: series.parts.list, notes, existence }),
        ...sessionsRoutes(sessions, (jar) => readSessionId(jar, config.session)),
        ...statusRoutes(status.readStatus),
        ...syncRoutes({ catalogue, replica, existence, feed }),
        ...viewsRoutes({ catalogue, views, existence }),
        ...workspaceRoutes({ catalogue, editor: workspace, read: reads.read }),
      ],
      audit,
    ),
  })

  return {
    app,
    answerAuth: createAnswerAuth({ config: config.session, sessions, discover, audit, log }),
    recordDenied: witness.refused,
    drain: () => void stopIndexing(),
    async stop(closeServers: () => Promise<void>) {
      stopReadingBack()
      stopCopying()
      void editing.stop()
      void stopRemoving()
      void stopIndexing()
      void exports.stop()
      void replica.stop()
      quota.streams.close()
      feed.close()
      const refuse = setTimeout(() => void governor?.close().catch(() => {}), patience.waitingMs)
      await closeServers()
      clearTimeout(refuse)
      const closing = closeAll({
        audit,
        governor,
        cache,
        upstream,
        departments,
        editing,
        stopRemoving,
        stopIndexing,
        exports,
        replica,
        series,
        copies,
        status,
      })
      await withDeadline(closing, patience.closingMs).catch(() => {})
    },
  }
}
