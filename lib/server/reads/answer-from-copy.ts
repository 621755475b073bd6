import {
  type Catalogue,
  effectiveSort,
  type Fields,
  fieldsOf,
  type ListOperation,
  type ListQuery,
  ownValue,
} from "../../catalogue"
import type { SyncStatus } from "../copies/replica"
import { copySource } from "./copy-source"

const minuteMs = 60_000
/** Reports show nothing older, however seldom a list is synced. */
const maxMinutes = 60
const defaultMinutes = 15
/** A turn comes up to a tenth late, and a run takes its time. */
const lateBy = 1.1
const marginMs = 5 * minuteMs

/** Whether the copy stands for its list: all of it, with what has been edited here. */
export const isWhole = ({ isComplete, isBehind }: SyncStatus): boolean => isComplete && !isBehind

/** Whether a whole copy is as new as its schedule promises, an hour old at most; `now` in milliseconds since 1970. */
export function isFresh(status: SyncStatus, now: number): boolean {
  const { syncedUntil, everyMinutes } = status
  if (!isWhole(status) || syncedUntil === null) return false
  const minutes = Math.min(everyMinutes ?? defaultMinutes, maxMinutes)
  return now - Date.parse(syncedUntil) <= minutes * lateBy * minuteMs + marginMs
}

/** The names under which a list sends values that the copy keeps. */
function keptNames(from: Catalogue, { nulls = [], ...operation }: ListOperation) {
  const sent = Object.entries(fieldsOf(from, operation)).filter(([name]) => !nulls.includes(name))
  return new Set(sent.flatMap(([name, { sameAs }]) => (sameAs ? [name, sameAs] : [name])))
}

const isStored = ([, field]: [string, Fields[string]]) =>
  field.type !== "url" && field.deprecated === undefined

/**
 * Whether a copy holds all that a question speaks of: the fields that its operation sends, and those of
 * its filters and its order. The list that is copied may lack what another list of the records has, and
 * no list sends what is only asked by, such as the name of a content post.
 */
export function isAnswerable(
  from: Catalogue,
  operation: ListOperation,
  query: Pick<ListQuery, "filters" | "sort">,
): boolean {
  const kept = keptNames(from, copySource(from, operation))
  const fields = Object.entries(fieldsOf(from, operation))
  const sent = fields
    .filter((field) => isStored(field) && !operation.nulls?.includes(field[0]))
    .map(([name, { sameAs }]) => sameAs ?? name)
  const asked = [...query.filters, ...effectiveSort(operation, query)].map(
    ({ property }) => ownValue(operation.properties, property)?.field ?? property,
  )
  return [...sent, ...asked].every((name) => kept.has(name))
}
