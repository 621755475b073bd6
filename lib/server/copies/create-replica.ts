import { randomUUID } from "node:crypto"
import {
  type Catalogue,
  copySource,
  findOperation,
  type ListOperation,
  listOperations,
  type PathParameters,
  printPath,
  type Row,
} from "../../catalogue"
import {
  type LeaseRule,
  type LeaseRunner,
  type openPool,
  poolSession,
  startLeaseRunner,
} from "../../db"
import type { Timing, Upstream } from "../../platform"
import {
  copyIndexes,
  createListStore,
  createSyncLists,
  type OnRange,
  readCopiedParents,
  readTableSizes,
  replicaSchema,
  requireTable,
  type SyncedList,
  saveRecord,
  tablesOf,
} from "../../records"
import {
  type CopiedRecord,
  type CopyRule,
  createSync,
  requireCopied,
  requireList,
  type SyncLog,
  type SyncParts,
} from "./copy-list"
import { completenessOf, statusOf } from "./progress"
import type { CopiedList, ListCopyStatus, ListOrder, Replica } from "./replica"

/** How an instance maintains copies. */
export interface ReplicaRule extends LeaseRule, CopyRule {
  /** Whether lists are copied that nobody has ordered. */
  readonly isAutomatic: boolean
  /** Default sync interval of an ordered list, in minutes. */
  readonly everyMinutes: number
}

const dayMs = 86_400_000

export const defaultReplica: ReplicaRule = {
  max: 4,
  pollMs: 1000,
  leaseMs: 30_000,
  isAutomatic: true,
  everyMinutes: 15,
  pagesATurn: 10,
  overlapMs: 2 * dayMs,
  checkMs: 7 * dayMs,
  pauseMs: 5000,
  maxPauseMs: 30_000,
  maxRequestedMs: 30_000,
  tries: 500,
  secondMs: 1000,
}

export interface ReplicaDependencies {
  readonly pool: ReturnType<typeof openPool>
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, "read">
  readonly apiUrl: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Defaults to real time. */
  readonly timing?: Timing | undefined
  readonly log: SyncLog
  readonly rule?: ReplicaRule
  readonly schema?: string
  /** The instance that holds the leases; defaults to a random id. */
  readonly holder?: string | undefined
  readonly onRange?: OnRange
  /** Called when a run has completed and when a list has been removed. */
  readonly afterRun?: SyncParts["afterRun"]
}

/** State shared by the methods of a replica. */
function openCopies(dependencies: ReplicaDependencies) {
  const { pool, catalogue, schema = replicaSchema, clock, onRange } = dependencies
  const lists = createSyncLists({ pool, schema, catalogue })
  const { tables } = lists
  const records = tablesOf(catalogue)

  /** The list whose copy serves this one. */
  function sourceOf({ operation: id, parameters }: CopiedList) {
    const found = requireCopied(catalogue, id)
    const operation = found.kind === "list" ? copySource(catalogue, found) : found
    return { operation, parameters, path: printPath(operation, parameters) }
  }

  return {
    lists,
    records,
    sourceOf,
    storeOf(operation: ListOperation, parameters: PathParameters) {
      const table = requireTable(records, operation.record)
      return createListStore({ pool, schema, tables, onRange, table, operation, parameters })
    },
    /** Stores a record that was read by its id. */
    async saveRecord({ operation, parameters }: CopiedRecord, record: Row | undefined) {
      const table = requireTable(records, operation.record)
      return saveRecord(poolSession(pool), { schema, table, operation, parameters }, record)
    },
    find: (list: CopiedList) => lists.find(sourceOf(list).path),
    show: (list: SyncedList) => statusOf(list, clock()),
  }
}

type Copies = ReturnType<typeof openCopies>

function startRunner(dependencies: ReplicaDependencies, copies: Copies): LeaseRunner {
  const { log, rule = defaultReplica } = dependencies
  const { holder = randomUUID() } = dependencies
  const { lists } = copies
  const { sync } = createSync({ ...dependencies, ...copies, rule }, holder)
  return startLeaseRunner(
    {
      claim: (max) => lists.claim(holder, rule.leaseMs, { max, isAutomatic: rule.isAutomatic }),
      renew: (ids) => lists.renew(holder, rule.leaseMs, ids),
      work: ({ id }, signal) => sync(id, signal),
      release: (id) => lists.release(holder, id),
      complain: log.complain,
    },
    rule,
    dependencies.timing?.after,
  )
}

function readCopies(dependencies: ReplicaDependencies, copies: Copies) {
  const { pool, catalogue, schema = replicaSchema } = dependencies
  const { lists, records, sourceOf, find, show } = copies
  const findStatus = async (list: CopiedList) => {
    const found = await find(list)
    return found && show(found)
  }
  return {
    find: findStatus,
    async parents(kinds) {
      const read = async (kind: string) => {
        const table = requireTable(records, kind)
        const parents = await readCopiedParents(poolSession(pool), { schema, table })
        return [kind, parents] as const
      }
      return new Map(await Promise.all(kinds.map(read)))
    },
    async listAll() {
      return (await lists.all()).map(show)
    },
    async list(operation) {
      const isList = ({ operation }: SyncedList) =>
        findOperation(dependencies.catalogue, operation)?.kind !== "single"
      return (await lists.all(operation)).filter(isList).map(show)
    },
    async wholeSince(moment) {
      const found = await lists.wholeSince(new Date(moment))
      return found.map(({ syncedUntil, ...list }) => {
        return {
          ...list,
          isComplete: true,
          isBehind: false,
          keptFrom: null,
          syncedUntil: syncedUntil.toISOString(),
        }
      })
    },
    coverage: lists.coverage,
    completeOperations: lists.completeOperations,
    noteComplete: lists.noteComplete,
    async askFor(operation, parameters) {
      await lists.askFor(operation, parameters && sourceOf({ operation, parameters }).path)
    },
    policies: lists.policies,
    overview: lists.overview,
    calls: lists.callsOf,
    wantedIndexes: async () => copyIndexes(catalogue, records, schema),
    tableSizes: async () => readTableSizes(poolSession(pool), { schema, tables: records }),
    history: (list) => lists.history(sourceOf(list).path),
    completeness: async (list) => completenessOf(await find(list)),
    async estimate(list) {
      const status = await findStatus(list)
      const rowsPerCall = requireList(dependencies.catalogue, list.operation).limit.maximum
      if (status?.run) {
        const { callsLeft: calls, minutesLeft: minutes } = status.run
        return { calls, minutes, rowsPerCall }
      }
      const calls = status?.isComplete ? Math.max(1, Math.ceil(status.rows / rowsPerCall)) : null
      return { calls, minutes: null, rowsPerCall }
    },
  } satisfies Partial<Replica>
}

function changeCopies(dependencies: ReplicaDependencies, copies: Copies, runner: LeaseRunner) {
  const { catalogue, log, afterRun, rule = defaultReplica } = dependencies
  const { lists, sourceOf, find, show, storeOf, saveRecord } = copies

  /** Changes an existing list and wakes the runner. */
  async function change(list: CopiedList, work: (path: string) => Promise<void>) {
    await work(sourceOf(list).path)
    const changed = await find(list)
    if (changed && changed.state !== "running") runner.drop(changed.id)
    runner.wake()
    return changed && show(changed)
  }

  /** Undefined if the person who orders it has too many copies. */
  async function order(list: CopiedList, by?: ListOrder): Promise<ListCopyStatus | undefined> {
    const { operation, parameters } = sourceOf(list)
    const texts = { operation: operation.id, parameters: JSON.stringify(parameters) }
    const { everyMinutes } = rule
    const path = printPath(operation, parameters)
    if (!(await lists.start({ path, everyMinutes, ...texts }, by))) return undefined
    return change(list, async () => {})
  }

  async function remove(list: CopiedList): Promise<boolean> {
    const found = await find(list)
    if (!found) return false
    const { operation, parameters, path } = sourceOf(list)
    await lists.retire(path)
    runner.drop(found.id)
    if (operation.kind === "single") {
      await saveRecord({ operation, parameters }, undefined)
      await lists.remove(poolSession(dependencies.pool), path)
      return true
    }
    await storeOf(operation, parameters).forget((session) => lists.remove(session, path))
    await afterRun?.({ operation, parameters }).catch(log.complain)
    return true
  }

  return {
    async start(list) {
      const started = await order(list)
      if (!started) throw new Error("A list that was started is gone.")
      return started
    },
    order,
    pause: (list) => change(list, lists.pause),
    resume: (list) => change(list, lists.resume),
    cancel: (list) => change(list, lists.cancel),
    recheck: (list) => change(list, lists.wantCheck),
    schedule: (list, minutes) => change(list, (path) => lists.schedule(path, minutes)),
    async scheduleNow(record) {
      const same = listOperations(catalogue).filter((operation) => operation.record === record)
      await lists.scheduleNow(same.map(({ id }) => id))
      runner.wake()
    },
    async keepAutomatic(wanted) {
      const automatic = wanted.map(({ everyMinutes, rank, changedAt, ...list }) => {
        const { operation, parameters, path } = sourceOf(list)
        const texts = { operation: operation.id, parameters: JSON.stringify(parameters) }
        const changed = changedAt === undefined ? null : new Date(changedAt).toISOString()
        return { ...texts, path, everyMinutes, rank, changedAt: changed }
      })
      await lists.keepAutomatic(automatic)
      runner.wake()
    },
    async setPolicy(operation, policy) {
      await lists.setPolicy(operation, policy)
      runner.wake()
    },
    async removeUnwanted() {
      for (const path of await lists.unwantedPaths()) {
        const found = await lists.find(path)
        if (found) await remove(show(found))
      }
    },
    async refreshAll(operation) {
      await lists.refreshAll(operation)
      runner.wake()
    },
    remove,
  } satisfies Partial<Replica>
}

/**
 * Starts maintaining copies; from now on, this instance claims lists that no other instance works
 * on.
 */
export function createReplica(dependencies: ReplicaDependencies): Replica {
  const copies = openCopies(dependencies)
  const runner = startRunner(dependencies, copies)
  return {
    ...readCopies(dependencies, copies),
    ...changeCopies(dependencies, copies, runner),
    stop: runner.stop,
  }
}
