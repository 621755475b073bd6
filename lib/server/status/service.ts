import "server-only"
import { statfs } from "node:fs/promises"
import type { DashboardStatus, Quota } from "../../contract"
import type { HeldWork, Tally } from "../../db"
import type { CopiesState } from "../../records"
import type { Readiness, ReadReadiness } from "../health/readiness"
import type { TablesReading } from "../health/tables"
import { onceInInterval } from "../reads/once-in-interval"
import { withDeadline } from "../reads/with-deadline"
import { readErrorName } from "./count-errors"
import type { InstanceSign, Instances, LivingInstance } from "./instances"

type Exports = NonNullable<DashboardStatus["exports"]>
type Jobs = NonNullable<DashboardStatus["jobs"]>

/** Jobs by state, and the age of the oldest one that waits or runs, 0 if there is none. */
type ExportCounts = Omit<Exports, "oldestSeconds"> & { readonly oldestSeconds: number }

export interface StatusParts {
  readonly instances: Pick<Instances, "id" | "list">
  /** This instance's current state, even if it cannot be published. */
  readonly readSign: () => Promise<InstanceSign>
  readonly readReadiness: ReadReadiness
  readonly readTables: () => Promise<TablesReading>
  readonly readQuota: () => Promise<Quota>
  readonly readCopies: () => Promise<CopiesState>
  readonly readExports: () => Promise<ExportCounts>
  readonly readWork: () => Promise<readonly HeldWork[]>
  readonly readDatabaseBytes: () => Promise<number>
  /** A folder on the disk with the dashboard's files. */
  readonly folder: string
  readonly clock: () => number
  /** Timeout for each part. */
  readonly deadlineMs?: number
}

/** Concurrent viewers of the page share one reading. */
const everyMs = 2000
const sizeEveryMs = 60_000
const shown = { statements: 10, errors: 20, misfits: 50 } as const

const atTime = (ms: number) => new Date(ms).toISOString()
const whole = Math.round

const shapeExports = ({
  waiting,
  running,
  paused,
  failed,
  oldestSeconds,
}: ExportCounts): Exports => ({
  waiting,
  running,
  paused,
  failed,
  oldestSeconds: waiting + running > 0 ? Math.floor(oldestSeconds) : null,
})

function mergeTallies(all: readonly (readonly Tally[])[]): Tally[] {
  const merged = new Map<string, Tally>()
  for (const one of all.flat()) {
    const other = merged.get(one.name)
    merged.set(
      one.name,
      other
        ? {
            name: one.name,
            count: other.count + one.count,
            failed: other.failed + one.failed,
            totalMs: other.totalMs + one.totalMs,
            maxMs: Math.max(other.maxMs, one.maxMs),
            lastAt: Math.max(other.lastAt, one.lastAt),
          }
        : one,
    )
  }
  return [...merged.values()]
}

/** The slowest statements to publish, slowest first. */
export const slowest = (statements: readonly Tally[]): Tally[] =>
  statements.toSorted((one, other) => other.maxMs - one.maxMs).slice(0, shown.statements)

/** The most frequent errors to publish, most frequent first. */
export const frequentFirst = (errors: readonly Tally[]): Tally[] =>
  errors.toSorted((one, other) => other.count - one.count).slice(0, shown.errors)

const describeInstance = (
  { id, sign, seenSecondsAgo }: LivingInstance,
  own: string,
): NonNullable<DashboardStatus["instances"]>[number] => ({
  id,
  name: sign.name,
  version: sign.version,
  node: sign.node,
  startedAt: atTime(sign.startedAt),
  seenSecondsAgo,
  status: sign.status,
  impaired: sign.impaired,
  draining: sign.draining,
  isThis: id === own,
})

const describeReadiness = ({
  status,
  database,
  upstream,
  impaired,
  draining,
}: Readiness): DashboardStatus["readiness"] => ({
  status,
  parts: [
    { part: "database", code: database },
    { part: "upstream", code: upstream },
  ],
  impaired: [...impaired],
  draining: draining ?? false,
})

const describeCopies = ({ asOf, ...state }: CopiesState): DashboardStatus["copies"] => ({
  ...state,
  asOf: asOf?.toISOString() ?? null,
})

const isKind = (kind: string): kind is Jobs[number]["kind"] =>
  kind === "copy" || kind === "export" || kind === "batch"

const describeWork = (held: readonly HeldWork[], known: readonly LivingInstance[]): Jobs =>
  held.flatMap(({ kind, holder, jobs, leftSeconds }) =>
    isKind(kind)
      ? [
          {
            kind,
            instance: known.some(({ id }) => id === holder) ? holder : null,
            jobs,
            leftSeconds: whole(leftSeconds),
          },
        ]
      : [],
  )

async function readRoom(folder: string) {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

/**
 * Reads the state of the dashboard; a part that does not respond in time is null, and the others
 * are still returned.
 */
export function createStatusService(parts: StatusParts): () => Promise<DashboardStatus> {
  const { instances, clock, deadlineMs = 1500 } = parts
  const attempt = <T>(work: () => Promise<T>): Promise<T | null> =>
    withDeadline(work(), deadlineMs).catch(() => null)
  const readDatabaseBytes = onceInInterval(sizeEveryMs, parts.readDatabaseBytes)

  return onceInInterval(everyMs, async (): Promise<DashboardStatus> => {
    const [own, readiness, living, tables, quota, copies, exports, work, files, databaseBytes] =
      await Promise.all([
        parts.readSign(),
        parts.readReadiness(),
        attempt(instances.list),
        attempt(parts.readTables),
        attempt(parts.readQuota),
        attempt(parts.readCopies),
        attempt(async () => shapeExports(await parts.readExports())),
        attempt(parts.readWork),
        attempt(() => readRoom(parts.folder)),
        attempt(readDatabaseBytes),
      ])
    const others = (living ?? []).filter(({ id }) => id !== instances.id)
    const itself: LivingInstance = { id: instances.id, sign: own, seenSecondsAgo: 0 }
    const all = [itself, ...others]
    const signs = all.map(({ sign }) => sign)
    return {
      asOf: atTime(clock()),
      readiness: describeReadiness(readiness),
      instances: living && all.map((each) => describeInstance(each, instances.id)),
      tables: tables && { ...tables, misfits: tables.misfits.slice(0, shown.misfits) },
      quota,
      copies: copies && describeCopies(copies),
      exports,
      jobs: work && describeWork(work, all),
      statements: slowest(mergeTallies(signs.map(({ statements }) => statements))).map(
        ({ name, count, failed, totalMs, maxMs, lastAt }) => ({
          name,
          calls: count,
          failed,
          averageMs: whole(totalMs / count),
          maxMs: whole(maxMs),
          lastAt: atTime(lastAt),
        }),
      ),
      errors: frequentFirst(mergeTallies(signs.map(({ errors }) => errors))).map((error) => ({
        ...readErrorName(error),
        count: error.count,
        lastAt: atTime(error.lastAt),
      })),
      disk: { files, databaseBytes },
    }
  })
}
