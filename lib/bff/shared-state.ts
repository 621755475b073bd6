import "server-only"
import { catalogue } from "../catalogue"
import { createRedisAnswerStore, createRedisNotifications, openRedis } from "../redis"
import type { Replica } from "../replica"
import { createDiscovery, type Discover, type Sessions } from "../session"
import {
  createAnswerStore,
  createEditLog,
  createKeyedDocuments,
  createNotifications,
  openPool,
} from "../store"
import { createUpstream, type Governor } from "../upstream"
import { atMostEvery } from "./at-most-every"
import { type Bff, createBff } from "./bff"
import { type AnswerCache, createAnswerCache } from "./cache/answer-cache"
import { withDeadline } from "./cache/shared-answers"
import { type Config, loadConfig } from "./config"
import { countCalls, countEdits, countLines, logCalls } from "./count-work"
import type { Editor } from "./edits/editor"
import { type Editing, openEditing } from "./edits/open-editing"
import { createExistence, type Existence } from "./existence"
import { type Exports, openExports } from "./exports/open-exports"
import { type KeptParts, openKeptParts } from "./kept-parts"
import { createLog, describeError, type Log } from "./log"
import { createMetrics, type Metrics } from "./metrics"
import { createShownPeople, type ShownPeople } from "./names/shown-people"
import { openGovernor } from "./open-governor"
import { openNameSources } from "./open-name-sources"
import { openSessions } from "./open-sessions"
import { createQuotaFeed } from "./quota-feed"
import { createQuotaStreams } from "./quota-streams"
import { reachTable } from "./reach-table"
import { createReadiness, type Readiness } from "./readiness"
import { openCopies } from "./replica/open-copies"
import { openReplica } from "./replica/open-replica"
import { type OpenedSeries, openSeries } from "./series/open-series"
import { openTexts } from "./shared-texts"
import { createTokenVault } from "./token-vault"
import { createExpensiveWork, type ExpensiveWork, expensivePoolOptions } from "./turns"

/** What one process has once, and what ends with it. */
export interface SharedState {
  readonly bff: Bff
  readonly log: Log
  readonly sessions: Sessions
  /** The identity's own document. */
  readonly discover: Discover
  readonly existence: Existence
  readonly kept: KeptParts
  readonly shown: ShownPeople
  readonly turns: ExpensiveWork
  readonly editing: Editing
  readonly exports: Exports
  readonly replica: Replica
  readonly series: OpenedSeries
  readonly quota: ReturnType<typeof openQuota>
  readonly metrics: Metrics
  readonly readReadiness: () => Promise<Readiness>
  /** Ends what would otherwise go on for ever: streams, and work that repeats. */
  endStreams(): void
  /** Refuses those who wait for the quota, with a second to wait. */
  refuseWaiting(): Promise<void>
  /** Lets go of governor, platform, database and Redis; nothing can be asked afterwards. */
  close(): Promise<void>
}

type Pool = ReturnType<typeof openPool>
type Redis = ReturnType<typeof openRedis>

interface Connections {
  readonly pool: Pool
  /** For what is expensive: whoever waits for one of its connections keeps nobody from the others. */
  readonly expensivePool: Pool
  readonly redis: Redis | undefined
}

const stateKey = Symbol.for("workplace-reporting.state")
const holder = globalThis as typeof globalThis & { [stateKey]?: SharedState }
const clock = () => Date.now()

/** Next loads this module once for pages and once for handlers, and again in development: token and connections are shared. */
export function sharedState(): SharedState {
  holder[stateKey] ??= openState()
  return holder[stateKey]
}

/** The state where anybody has needed it yet. */
export const openedState = (): SharedState | undefined => holder[stateKey]

/** Where instances meet: in Redis or Valkey where one is named, else in the database. */
const openMeeting = ({ pool, redis }: Connections, prefix: string) =>
  redis
    ? {
        bus: createRedisNotifications({ redis, prefix }),
        store: createRedisAnswerStore({ redis, prefix }),
      }
    : { bus: createNotifications({ pool }), store: createAnswerStore({ pool }) }

/** The way to the platform: one quota and one token for all instances. */
function openUpstream(config: Config, { pool, redis }: Connections, metrics: Metrics) {
  const documents = createKeyedDocuments({ pool, schema: "dashboard" })
  const governor = openGovernor({ config, pool, redis, documents })
  const { secret } = config.session
  const { clientId } = config.upstream
  const texts = openTexts(redis, config.redisPrefix, documents)
  const vault = createTokenVault({ texts, secret, clientId, clock })
  const paying = countCalls(metrics, governor)
  const upstream = createUpstream({
    ...{ catalogue, config: config.upstream, clock, governor: paying, vault },
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

const readBackEveryMs = 30_000

/** Finds out about the edits that were cut off, here or elsewhere; answers how to stop. */
function startReadingBack(editor: Editor, log: Log): () => void {
  const readBack = () =>
    editor
      .readBack()
      .catch((error: unknown) => log.error({ error: describeError(error) }, "reading edits back"))
  const timer = setInterval(readBack, readBackEveryMs).unref()
  return () => clearInterval(timer)
}

/** How long an edit waits until its copies are known to be behind, in milliseconds. */
const markedWithinMs = 2000

/** After an edit: copies are not asked until they have been synced, behind the edit, and kept answers are forgotten. */
const forgetEdited =
  (cache: Pick<AnswerCache, "invalidate">, replica: Replica) => async (record: string) => {
    await withDeadline(replica.hasten(record), markedWithinMs).catch(() => {})
    await cache.invalidate(record)
  }

/** The same end for all parts, each after those that need it. */
async function closeAll(parts: {
  readonly governor: Governor | undefined
  readonly cache: { close(): void }
  readonly upstream: { close(): Promise<void> }
  readonly bus: { close(): Promise<void> }
  readonly departments: { close(): Promise<void> }
  readonly editing: Editing
  readonly exports: Exports
  readonly replica: Replica
  readonly series: OpenedSeries
  readonly copies: { close(): Promise<void> }
  readonly connections: Connections
}): Promise<void> {
  const { governor, cache, upstream, bus, departments, exports, replica, series } = parts
  const { copies, connections } = parts
  cache.close()
  await parts.editing.stop()
  await exports.stop()
  await replica.stop()
  await governor?.close()
  await departments.close()
  await upstream.close()
  await bus.close()
  await series.close()
  await copies.close()
  connections.redis?.disconnect()
  await connections.expensivePool.end()
  await connections.pool.end()
}

function openState(): SharedState {
  const config = loadConfig()
  const metrics = createMetrics()
  const log = countLines(metrics, createLog())
  const pool = openPool(config.databaseUrl, { answerTimeoutMs: 10_000 })
  const expensivePool = openPool(config.databaseUrl, expensivePoolOptions)
  const redis = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl)
  const connections = { pool, expensivePool, redis }
  const { bus, store } = openMeeting(connections, config.redisPrefix)
  const { governor, upstream: silent } = openUpstream(config, connections, metrics)
  const upstream = logCalls(log, silent)
  const cache = createAnswerCache({ store, bus, clock, log })
  let formGroups: OpenedSeries["form"] = async () => {}
  const onSynced = (dataSetId: string) => formGroups(dataSetId)
  const replica = openReplica({ config, catalogue, upstream, clock, log, onSynced })
  const invalidate = forgetEdited(cache, replica)
  const edits = countEdits(metrics, createEditLog({ pool }))
  const { apiUrl } = config.upstream
  const { workspaceFile } = config
  const kept = openKeptParts({
    ...{ pool, expensivePool, catalogue, apiUrl, workspaceFile, upstream, log },
  })
  const { departments } = kept
  const discover = createDiscovery(config.session.issuer, () => performance.now())
  const sessions = openSessions({ config: config.session, discover, pool, bus, log })
  const editing = openEditing({
    ...{ pool, catalogue, config: config.upstream, upstream, edits, departments, invalidate, log },
    sessions,
  })
  const { editor } = editing
  const stopReadingBack = startReadingBack(editor, log)
  const { databaseUrl } = config
  const turns = createExpensiveWork()
  const shown = createShownPeople({ secret: config.session.secret, clock })
  const series = openSeries({
    ...{ databaseUrl, pool, expensivePool, catalogue, replica, upstream },
    ...{ departments, turns, clock, log },
  })
  const { guard } = series
  const copies = openCopies({ databaseUrl, catalogue, replica, clock })
  formGroups = series.form
  const names = openNameSources(kept, log)
  const exports = openExports({
    ...{ pool: expensivePool, catalogue, config: config.upstream, upstream, guard, names },
    ...{ turns, log },
  })
  const quota = openQuota(config, { governor, upstream })
  metrics.watch({
    ...{ pool, cache: cache.figures, isBusConnected: bus.isConnected },
    isDown: () => upstream.isDown,
    readQuota: governor && atMostEvery(1000, () => withDeadline(governor.read(), 1000)),
  })
  return {
    bff: createBff({
      ...{ catalogue, upstream, cache, copies, editor, guard, shown, config, clock, log },
    }),
    ...{ log, sessions, discover, quota, metrics, kept, shown, turns, editing, exports },
    ...{ replica, series },
    existence: createExistence({
      readWorkspace: kept.workspace.readWorkspace,
      documents: reachTable(createKeyedDocuments({ pool, schema: "dashboard" }), log),
      upstream,
    }),
    readReadiness: createReadiness({
      askDatabase: () => pool.query("select 1"),
      askRedis: redis && (() => redis.ping()),
      ...{ upstream, clock },
    }),
    endStreams() {
      stopReadingBack()
      void editing.stop()
      void exports.stop()
      void replica.stop()
      quota.streams.close()
      quota.feed.close()
    },
    refuseWaiting: async () => governor?.close(),
    close: () =>
      closeAll({
        ...{ governor, cache, upstream, bus, departments, editing, exports, replica, series },
        ...{ copies, connections },
      }),
  }
}
