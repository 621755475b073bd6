import "server-only"
import {
  type Catalogue,
  type ListOperation,
  listOperations,
  ownValue,
  parentOperations,
  type SummaryQuery,
  singleOperations,
} from "../../catalogue"
import type { Coverage } from "../../contract"
import { type CopyCoverage, dailyRank } from "../../records"
import type { Replica } from "../copies/replica"
import { BffError } from "../http/problem"

/** What is copied of a whole list: how much of it, and since when nothing is missing of that, in milliseconds since 1970; null where nothing may be copied as a whole. */
export interface KnownCopy {
  readonly coverage: Coverage
  readonly asOf: number | null
}

/** The same where something is. */
export interface WholeCopy extends KnownCopy {
  readonly asOf: number
}

export interface CoverageParts {
  readonly catalogue: Catalogue
  readonly replica: Pick<Replica, "askFor" | "coverage">
  /** Calls that copies have made in the last minute; null where calls cost nothing. */
  readonly callsAMinute?: () => Promise<number | null>
}

const retryAfterSeconds = 30
const leastPace = 5

/** The fields of a record that only its read by id sends, by the list's `nulls`. */
function byIdFields(from: Catalogue, { wholeOf }: ListOperation): readonly string[] {
  return listOperations(from).find(({ id }) => id === wholeOf)?.nulls ?? []
}

/** Whether a question is about what only reads by id bring. */
function needsById(from: Catalogue, operation: ListOperation, query: SummaryQuery): boolean {
  const fields = byIdFields(from, operation)
  const properties = [
    ...query.groups.map(({ property }) => property),
    ...query.filters.map(({ property }) => property),
    ...query.measures.flatMap((measure) =>
      measure.name === "count"
        ? []
        : [measure.name === "share" ? measure.condition.property : measure.property],
    ),
  ]
  return properties.some((name) => {
    const { elementOf, field } = ownValue(operation.properties, name) ?? {}
    return fields.includes(elementOf?.field ?? field ?? name)
  })
}

/** What is copied of whole lists; asks for those that somebody looks at before they are complete. */
export function createCoverages({ catalogue, replica, ...parts }: CoverageParts) {
  const { callsAMinute = async () => null } = parts
  const lists = listOperations(catalogue)
  /** Whether lists are still to be added, for what they lie under is not complete. */
  async function isGrowing(id: string): Promise<boolean> {
    const parents = parentOperations(catalogue, id)
    return parents.length > 0 && !(await replica.coverage({ operations: parents })).isNoted
  }

  async function toProgress({ isComplete, callsMade, callsLeft, callsAhead }: CopyCoverage) {
    if (isComplete) return { isComplete, share: 1, callsLeft: 0, secondsLeft: 0 }
    const pace = await callsAMinute()
    return {
      isComplete,
      share: callsMade / (callsMade + callsLeft || 1),
      callsLeft,
      secondsLeft:
        pace === null || callsAhead === 0
          ? null
          : Math.ceil((60 * callsAhead) / Math.max(leastPace, pace)),
    }
  }

  async function read(operation: ListOperation, query?: SummaryQuery): Promise<KnownCopy> {
    const { wholeOf = "", readById, record } = operation
    const byId = query && needsById(catalogue, operation, query)
    const single = singleOperations(catalogue).find((each) => each.record === record)
    const operations = [readById ?? wholeOf, ...(byId && single ? [single.id] : [])]
    const isNamed = readById !== undefined
    const of = readById === undefined ? lists.find(({ id }) => id === wholeOf) : single
    const growing = await isGrowing(byId && single ? single.id : (of?.id ?? wholeOf))
    const question = { operations, isGrowing: growing, isNamed }
    const found = await replica.coverage(question)
    const { whole, lists: all, missing, failing, asOf } = found
    if (query && !found.isComplete)
      // Who looks does not wait for it.
      for (const each of operations) void replica.askFor(each).catch(() => {})
    const isUnder = Object.keys(of?.parameters ?? {}).length > 1
    const newest =
      found.isComplete || !isUnder
        ? undefined
        : await replica.coverage({ ...question, maxRank: dailyRank, isGrowing: growing })
    const coverage = {
      whole,
      lists: all,
      ...(isNamed && { missing }),
      failing,
      ...(await toProgress(found)),
      ...(newest && { newest: await toProgress(newest) }),
    }
    return { coverage, asOf: asOf === null ? null : asOf.getTime() }
  }

  return {
    read,
    /** Throws `not_copied` (503) where none of these records have been copied. */
    async require(operation: ListOperation, query?: SummaryQuery): Promise<WholeCopy> {
      const { coverage, asOf } = await read(operation, query)
      if (asOf === null) throw new BffError("not_copied", { retryAfter: retryAfterSeconds })
      return { coverage, asOf }
    },
  }
}

export type Coverages = ReturnType<typeof createCoverages>
