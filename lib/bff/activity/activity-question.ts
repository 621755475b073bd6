import "server-only"
import { type Problem, parseDateTime, parseGuid } from "../../catalogue"
import { type EditFilter, editOutcomes } from "../../store"
import { BffError } from "../problem"

/** What is asked of the log: what it is narrowed to, and the edit before which a page begins. */
export interface ActivityQuestion {
  readonly filter: EditFilter
  readonly before?: string
}

interface Reader {
  /** The value as the log takes it, undefined where it is none. */
  readonly read: (text: string) => string | undefined
  /** Completes the sentence "record …". */
  readonly rule: string
}

const longestPerson = 255
const guid: Reader = { read: parseGuid, rule: "must be a guid" }
const moment: Reader = { read: parseDateTime, rule: "must be a date or date-time of ISO 8601" }
const person: Reader = {
  read: (text) => (/^[^\0]+$/.test(text) && text.length <= longestPerson ? text : undefined),
  rule: `must be a person's id of 1 to ${longestPerson} characters`,
}
const outcome: Reader = {
  read: (text) => editOutcomes.find((each) => each === text),
  rule: `must be one of ${editOutcomes.join(", ")}`,
}

const readers: Readonly<Record<string, Reader>> = {
  ...{ id: guid, record: guid, person, outcome, batch: guid, from: moment, to: moment },
} satisfies Record<keyof EditFilter, Reader>

/** The parameters that narrow the log, and those of a page of it. */
export const filterParameters: readonly string[] = Object.keys(readers)
export const pageParameters: readonly string[] = [...filterParameters, "before"]

/** Reads `?record=…&outcome=applied&from=2026-01-01`; throws `invalid_query` (400) with each parameter at fault. */
export function requireActivityQuestion(search: URLSearchParams): ActivityQuestion {
  const problems: Problem[] = []
  const asked: Record<string, string> = {}
  for (const [parameter, { read, rule }] of Object.entries({ ...readers, before: guid })) {
    const text = search.get(parameter)
    if (text === null) continue
    const value = read(text)
    if (value === undefined) problems.push({ parameter, message: `${parameter} ${rule}.` })
    else asked[parameter] = value
  }
  if (problems.length > 0) throw new BffError("invalid_query", { errors: problems })
  const { before, ...filter } = asked
  return { filter, ...(before !== undefined && { before }) }
}
