import {
  type Fields,
  type Filter,
  isTimeZone,
  type ListOperation,
  operatorsOf,
  ownValue,
  type PeriodFilter,
  parseFilter,
  parseGuid,
  parsePeriod,
  parseSort,
  type SortTerm,
  takesPeriod,
  unreadableName,
} from "@/lib/catalogue"
import {
  columnNames,
  type Density,
  noneWord,
  parseDensity,
  parseNames,
  parseWidths,
  type ViewLayout,
} from "./view-layout"
import {
  pathPrefix,
  periodPrefix,
  plainReport,
  sameCondition,
  type View,
  viewPrefix,
} from "./view-url"

/** Why a part of an address is invalid. */
export type DropReason = "unknown" | "unreadable" | "repeated" | "paging"

/** A dropped part of an address, as written. */
export interface DroppedPart {
  readonly parameter: string
  readonly text: string
  readonly reason: DropReason
}

const paging = new Set(["limit", "offset", "cursor"])
const droppedLimit = 20

type Writable<T> = { -readonly [K in keyof T]: T[K] }

class ViewReader {
  readonly parameters: Record<string, string> = {}
  readonly filters: Filter[] = []
  readonly periods: PeriodFilter[] = []
  readonly sort: SortTerm[] = []
  readonly layout: Writable<ViewLayout> = {}
  readonly dropped: DroppedPart[] = []
  zone: string | undefined
  saved: string | undefined
  private readonly columns: readonly string[]
  private readonly seen = new Set<string>()

  constructor(
    private readonly operation: ListOperation,
    fields: Fields,
  ) {
    this.columns = columnNames(operation, fields)
  }

  read(name: string, text: string) {
    if (name === unreadableName) return this.dropWhole(text)
    if (this.seen.has(name)) return this.drop(name, text, "repeated")
    this.seen.add(name)
    if (name.startsWith(pathPrefix)) this.readParameter(name, text)
    else if (name.startsWith(periodPrefix)) this.readPeriod(name, text)
    else if (name.startsWith(viewPrefix)) this.readLayout(name, text)
    else if (name === "sort") this.readSort(text)
    else if (paging.has(name)) this.drop(name, text, "paging")
    else this.readFilter(name, text)
  }

  private drop(parameter: string, text: string, reason: DropReason) {
    if (this.dropped.length < droppedLimit) this.dropped.push({ parameter, text, reason })
  }

  /** Drops a parameter as written, including its name. */
  private dropWhole(part: string) {
    const [name = "", ...rest] = part.split("=")
    this.drop(name, rest.join("="), "unreadable")
  }

  private readParameter(name: string, text: string) {
    const parameter = name.slice(pathPrefix.length)
    const guid = parseGuid(text)
    if (!Object.hasOwn(this.operation.parameters, parameter)) this.drop(name, text, "unknown")
    else if (!guid) this.drop(name, text, "unreadable")
    else this.parameters[parameter] = guid
  }

  private propertyOf(name: string) {
    return ownValue(this.operation.properties, name)
  }

  private readPeriod(name: string, text: string) {
    const property = name.slice(periodPrefix.length)
    const known = this.propertyOf(property)
    const period = parsePeriod(text)
    if (!known || !takesPeriod(known)) this.drop(name, text, "unknown")
    else if (!period) this.drop(name, text, "unreadable")
    else if (this.filters.some((filter) => isRangeOf(filter, property)))
      this.drop(name, text, "repeated")
    else this.periods.push({ property, period })
  }

  private readSort(text: string) {
    for (const term of text.split(",")) {
      const [parsed] = parseSort(this.operation, term).sort
      if (!parsed) this.drop("sort", term, "unknown")
      else if (this.sort.some(({ property }) => property === parsed.property))
        this.drop("sort", term, "repeated")
      else this.sort.push(parsed)
    }
  }

  private readFilter(name: string, text: string) {
    const filter = parseFilter(this.operation, name, text)
    if ("message" in filter)
      return this.drop(name, text, this.isCondition(name) ? "unreadable" : "unknown")
    const { property } = filter
    const inPeriod = this.periods.some((period) => period.property === property)
    const taken = this.filters.some((earlier) => sameCondition(earlier, filter))
    if (taken || (inPeriod && isRangeOf(filter, property))) this.drop(name, text, "repeated")
    else this.filters.push(filter)
  }

  /** True if a parameter names a filterable property and one of its operators. */
  private isCondition(name: string): boolean {
    const [, property = "", operator = "eq"] = /^([^[]+)(?:\[(\w+)\])?$/.exec(name) ?? []
    const known = this.propertyOf(property)
    return known?.filter === true && operatorsOf(known).some((other) => other === operator)
  }

  private readLayout(name: string, text: string) {
    const drop = (part: string) => this.drop(name, part, "unknown")
    const part = name.slice(viewPrefix.length)
    if (part === "columns") this.keep("columns", parseNames(text, this.columns, drop))
    else if (part === "pinned")
      this.keep("pinned", text === noneWord ? [] : parseNames(text, this.columns, drop))
    else if (part === "widths") this.keep("widths", parseWidths(text, this.columns, drop))
    else if (part === "density") this.keep("density", this.readDensity(name, text))
    else if (part === "zone") this.readZone(name, text)
    else if (part === "saved") this.readSaved(name, text)
    else this.drop(name, text, "unknown")
  }

  private keep<K extends keyof ViewLayout>(part: K, value: ViewLayout[K] | undefined) {
    if (value !== undefined) this.layout[part] = value
  }

  private readDensity(name: string, text: string): Density | undefined {
    const density = parseDensity(text)
    if (!density) this.drop(name, text, "unreadable")
    return density === "normal" ? undefined : density
  }

  private readZone(name: string, text: string) {
    if (isTimeZone(text)) this.zone = text
    else this.drop(name, text, "unreadable")
  }

  private readSaved(name: string, text: string) {
    this.saved = text === plainReport ? text : parseGuid(text)
    if (!this.saved) this.drop(name, text, "unreadable")
  }
}

/** True for the conditions that a period of the same property represents. */
const isRangeOf = ({ property, operator }: Filter, of: string): boolean =>
  property === of && (operator === "gte" || operator === "lt")

/** Parses a report page's search leniently: invalid parts are dropped and reported. */
export function parseView(
  operation: ListOperation,
  fields: Fields,
  search: URLSearchParams,
): { view: View; dropped: DroppedPart[] } {
  const reader = new ViewReader(operation, fields)
  for (const [name, text] of search) reader.read(name, text)
  const { parameters, filters, periods, sort, layout, zone, saved, dropped } = reader
  const began = { ...(zone !== undefined && { zone }), ...(saved !== undefined && { saved }) }
  return { view: { parameters, filters, periods, sort, layout, ...began }, dropped }
}
