import "server-only"
import {
  type Catalogue,
  copySource,
  fieldsOf,
  type ListOperation,
  listOperations,
  ownValue,
  type PathParameters,
  parentOperations,
  type SummaryQuery,
  singleOperations,
} from "../../catalogue"
import type { Coverage } from "../../contract"
import { type CopyCoverage, dailyRank } from "../../records"
import type { Replica } from "../copies/replica"
import { BffError } from "../http/problem"

/**
 * How much of a whole list is copied, and the time up to which that is complete, in milliseconds
 * since 1970; null if nothing can be copied as a whole.
 */
export interface KnownCopy {
  readonly coverage: Coverage
  readonly asOf: number | null
}

/** Same, with at least something copied. */
export interface WholeCopy extends KnownCopy {
  readonly asOf: number
}

export interface CoverageParts {
  readonly catalogue: Catalogue
  readonly replica: Pick<Replica, "askFor" | "coverage">
  /** Calls made for copies in the last minute; null if calls are free. */
  readonly callsAMinute?: () => Promise<number | null>
}

const retryAfterSeconds = 30
const leastPace = 5

/** Fields of a record that only its read by id returns, from the list's `nulls`. */
function byIdFields(from: Catalogue, { wholeOf }: ListOperation): readonly string[] {
  return listOperations(from).find(({ id }) => id === wholeOf)?.nulls ?? []
}

/** The properties used in a question. */
function propertiesOf(query: SummaryQuery): string[] {
  return [
    ...query.groups.map(({ property }) => property),
    ...query.filters.map(({ property }) => property),
    ...query.measures.flatMap((measure) =>
      measure.name === "count"
        ? []
        : [measure.name === "share" ? measure.condition.property : measure.property],
    ),
  ]
}

/** The lists of child records that a question counts. */
function countedLists(from: Catalogue, operation: ListOperation, query: SummaryQuery): string[] {
  const fields = fieldsOf(from, operation)
  const records = propertiesOf(query).flatMap((name) => fields[name]?.countUnder?.of ?? [])
  const lists = listOperations(from).filter(({ record }) => records.includes(record))
  return [...new Set(lists.map((list) => copySource(from, list).id))]
}

/** Whether a question uses fields that only reads by id return. */
function needsById(from: Catalogue, operation: ListOperation, query: SummaryQuery): boolean {
  const fields = byIdFields(from, operation)
  return propertiesOf(query).some((name) => {
    const { elementOf, field } = ownValue(operation.properties, name) ?? {}
    return fields.includes(elementOf?.field ?? field ?? name)
  })
}

/**
 * How much of whole lists is copied; prioritizes those that somebody views before they are
 * complete.
 */
export function createCoverages({ catalogue, replica, ...parts }: CoverageParts) {
  const { callsAMinute = async () => null } = parts

  /** Whether lists may still be added, because their parents are not all copied. */
  async function isGrowing(id: string): Promise<boolean> {
    const parents = parentOperations(catalogue, id)
    return parents.length > 0 && !(await replica.coverage({ operations: parents })).isNoted
  }

  async function toProgress(
    { callsMade, callsLeft, callsAhead }: CopyCoverage,
    isComplete: boolean,
  ) {
    if (isComplete) return { isComplete, share: 1, callsLeft: 0, secondsLeft: 0 }
    const pace = await callsAMinute()
    const isKnown = pace !== null && callsAhead > 0
    return {
      isComplete,
      share: callsMade / (callsMade + callsLeft || 1),
      callsLeft,
      secondsLeft: isKnown ? Math.ceil((60 * callsAhead) / Math.max(leastPace, pace)) : null,
    }
  }

  async function read(operation: ListOperation, query?: SummaryQuery): Promise<KnownCopy> {
    const { wholeOf = "", readById, record } = operation
    const single = singleOperations(catalogue).find((each) => each.record === record)
    const byId = query && needsById(catalogue, operation, query) ? single : undefined
    const counted = query ? countedLists(catalogue, operation, query) : []
    const operations = [readById ?? wholeOf, ...(byId ? [byId.id] : []), ...counted]
    const isNamed = readById !== undefined
    const found = await replica.coverage({ operations, isNamed })
    const { whole, lists, missing, failing, failingParameters, asOf, isNoted } = found
    const isGrown = isNoted || !(await isGrowing(byId?.id ?? readById ?? wholeOf))
    const isThere = ({ lists: all, open }: CopyCoverage) => all > 0 && open === 0 && isGrown
    const isComplete = isNoted || isThere(found)
    if (query && !isComplete)
      // Viewing gives the lists priority; the response does not wait for it.
      for (const each of operations) void replica.askFor(each).catch(() => {})
    const newest = isComplete
      ? undefined
      : await replica.coverage({ operations, isNamed, maxRank: dailyRank })
    const coverage = {
      whole,
      lists,
      ...(isNamed && { missing }),
      failing,
      ...(failing > 0 && {
        failingUnder: failingParameters.map((text) => JSON.parse(text) as PathParameters),
      }),
      ...(await toProgress(found, isComplete)),
      ...(newest && { newest: await toProgress(newest, isThere(newest)) }),
    }
    return { coverage, asOf: asOf === null ? null : asOf.getTime() }
  }

  return {
    read,
    /** Throws `not_copied` (503) if none of these records are copied. */
    async require(operation: ListOperation, query?: SummaryQuery): Promise<WholeCopy> {
      const { coverage, asOf } = await read(operation, query)
      if (asOf === null) throw new BffError("not_copied", { retryAfter: retryAfterSeconds })
      return { coverage, asOf }
    },
  }
}

export type Coverages = ReturnType<typeof createCoverages>
