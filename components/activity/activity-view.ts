import {
  addDays,
  ownValue,
  type Period,
  parseGuid,
  parsePeriod,
  periodDays,
  printPeriod,
  startOfDay,
  type Today,
  unreadableName,
} from "@/lib/catalogue"
import { type ActivityEntry, type ActivityFilter, editOutcomes } from "../edits/activity-log"

/** The state of the activity page, as its URL stores it. */
export interface ActivityView extends Omit<ActivityFilter, "id" | "from" | "to"> {
  readonly period?: Period
  /** The edit whose details are open. */
  readonly id?: string
}

type Readers = { readonly [name in keyof ActivityView]-?: (text: string) => ActivityView[name] }

const isOutcome = (text: string): text is ActivityEntry["outcome"] =>
  editOutcomes.some((outcome) => outcome === text)

const maxPersonLength = 200

const readers: Readers = {
  person: (text) => (text !== "" && text.length <= maxPersonLength ? text : undefined),
  record: parseGuid,
  outcome: (text) => (isOutcome(text) ? text : undefined),
  period: parsePeriod,
  batch: parseGuid,
  id: parseGuid,
}

/** Parses the page's search; `dropped` names the invalid parts. */
export function parseActivityView(search: URLSearchParams): {
  readonly view: ActivityView
  readonly dropped: readonly string[]
} {
  const view: Record<string, unknown> = {}
  const dropped: string[] = []
  for (const [name, text] of search) {
    if (name === unreadableName) {
      dropped.push(text)
      continue
    }
    const read = ownValue(readers, name)
    const value = read?.(text)
    if (value === undefined || Object.hasOwn(view, name)) dropped.push(name)
    else view[name] = value
  }
  return { view, dropped: [...new Set(dropped)] }
}

export function activityHref(view: ActivityView): string {
  const { period, ...others } = view
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(others)) if (value) search.set(name, value)
  if (period) search.set("period", printPeriod(period))
  return search.size > 0 ? `/organisation/changes?${search}` : "/organisation/changes"
}

/** The log's filter for a view; its days are in the reader's time zone. */
export function activityFilterOf(view: ActivityView, { today, zone }: Today): ActivityFilter {
  const { period, id: _, ...filter } = view
  if (!period) return filter
  const { from, to } = periodDays(period, today)
  return { ...filter, from: startOfDay(from, zone), to: startOfDay(addDays(to, 1), zone) }
}

/** True if no filter is set. */
export const isWhole = ({ id: _, ...filter }: ActivityView): boolean =>
  Object.values(filter).every((value) => value === undefined)

/** True if the edits of a batch share one line: no filter selects single edits. */
export const gathersBatches = ({ record, batch, outcome }: ActivityFilter): boolean =>
  record === undefined && batch === undefined && outcome === undefined
