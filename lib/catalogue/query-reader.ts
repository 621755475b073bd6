import { isTimeZone } from "./day"
import { type Filter, parseFilter } from "./filter"
import type { ListOperation } from "./operation"
import { ownValue } from "./own-value"
import { type Problem, problemLimit, quote } from "./problem"

/** A query parameter that is not a filter and occurs once. */
export interface Setting<Query> {
  readonly parse: (text: string) => Partial<Query> | undefined
  /** Completes "top …". */
  readonly expected: string
}

const wholeNumber = /^[1-9]\d{0,3}$/

export const oneOf = <const T extends string>(names: readonly T[], text: string): T | undefined =>
  names.find((name) => name === text)

/** Completes the error message for a word that is not in the list. */
export const listed = (names: readonly string[]) => `must be one of ${names.join(", ")}`

/** An integer from 1 to `max`, at most 9,999, or undefined. */
export function parseWhole(text: string, max: number): number | undefined {
  const value = wholeNumber.test(text) ? Number(text) : 0
  return value >= 1 && value <= max ? value : undefined
}

/** The time zone of calendar buckets. */
export const zoneSetting = {
  parse: (zone: string) => (isTimeZone(zone) ? { zone } : undefined),
  expected: "must be a time zone of the IANA database, such as Europe/Copenhagen",
} as const

/**
 * Reads the parameters of a query on the rows of a list, strictly: anything that is not a setting
 * is a filter of the list.
 */
export class QueryReader<Query extends object> {
  readonly problems: Problem[] = []
  readonly filters: Filter[] = []
  protected readonly query: Partial<Query> = {}
  private readonly seen = new Set<string>()

  constructor(
    protected readonly operation: ListOperation,
    private readonly settings: Readonly<Record<string, Setting<Query>>>,
  ) {}

  /** Reads all parameters, or stops when there are too many problems to report. */
  readAll(search: URLSearchParams) {
    for (const [name, text] of search) {
      if (this.problems.length >= problemLimit) break
      this.read(name, text)
    }
  }

  protected read(name: string, text: string) {
    if (this.seen.has(name)) return this.complain(name, "is given twice")
    this.seen.add(name)
    const setting = ownValue(this.settings, name)
    if (!setting) return this.readFilter(name, text)
    const found = setting.parse(text)
    if (found) Object.assign(this.query, found)
    else this.complain(name, setting.expected)
  }

  protected complain(parameter: string, what: string) {
    const name = quote(parameter)
    this.problems.push({ parameter: name, message: `${name} ${what}.` })
  }

  private readFilter(name: string, text: string) {
    const filter = parseFilter(this.operation, name, text)
    if ("message" in filter) this.problems.push(filter)
    else if (
      this.filters.some(
        ({ property, operator }) => property === filter.property && operator === filter.operator,
      )
    )
      this.complain(name, "is given twice")
    else this.filters.push(filter)
  }
}
