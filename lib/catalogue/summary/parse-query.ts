import { canonicalFilters, parseFilter } from "../filter"
import type { ListOperation } from "../operation"
import { type Problem, problemLimit, quote } from "../problem"
import { listed, oneOf, parseWhole, QueryReader, type Setting, zoneSetting } from "../query-reader"
import { type BucketSize, bucketSizes } from "../series/query"
import { printSummaryGroup, printSummaryMeasure } from "./print-query"
import {
  defaultSummaryQuery,
  isTimeProperty,
  measuresOf,
  type SummaryGroup,
  type SummaryMeasure,
  type SummaryQuery,
  type SummarySort,
  summaryLimits,
  summaryMeasures,
  summaryProperty,
} from "./query"

/** A parsed part, or the end of its error message. */
type Read<T> = { readonly value: T } | { readonly complaint: string }

const complain = (complaint: string) => ({ complaint })

/** Splits `first:rest`. Undefined if there is no colon. */
function splitOnce(text: string, mark: string): [string, string] | undefined {
  const at = text.indexOf(mark)
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + mark.length)]
}

/** `courseId`, or `creationDateTime:month`. */
function readGroup(operation: ListOperation, text: string): Read<SummaryGroup> {
  const [name, bucketName] = splitOnce(text, ":") ?? [text]
  const property = summaryProperty(operation, name)
  if (!property) return complain(`names ${quote(name)}, which is no field of this list`)
  if (!isTimeProperty(property))
    return bucketName === undefined
      ? { value: { property: name } }
      : complain(`asks for buckets of ${name}, which is no time`)
  const bucket: BucketSize | undefined = oneOf(bucketSizes, bucketName ?? "")
  return bucket
    ? { value: { property: name, bucket } }
    : complain(`needs a bucket of ${name}, such as ${name}:month; it ${listed(bucketSizes)}`)
}

function readShare(operation: ListOperation, text: string): Read<SummaryMeasure> {
  const [name, value] = splitOnce(text, "=") ?? []
  if (name === undefined || value === undefined)
    return complain("needs a condition, such as share:status=Approved")
  const condition = parseFilter(operation, name, value)
  return "message" in condition
    ? complain(`has a condition that is none: ${condition.message.replace(/\.$/, "")}`)
    : { value: { name: "share", condition } }
}

/** `count`, `sum:points` or `share:status[ne]=Approved`. */
function readMeasure(operation: ListOperation, text: string): Read<SummaryMeasure> {
  const [word, rest] = splitOnce(text, ":") ?? [text]
  const name = oneOf(summaryMeasures, word)
  if (!name) return complain(listed(summaryMeasures))
  if (name === "count")
    return rest === undefined ? { value: { name } } : complain("counts rows, not a field")
  if (rest === undefined) return complain(`needs a field or a condition, such as ${name}:…`)
  if (name === "share") return readShare(operation, rest)
  const property = summaryProperty(operation, rest)
  if (!property) return complain(`names ${quote(rest)}, which is no field of this list`)
  const allowed = measuresOf(property)
  return allowed.includes(name)
    ? { value: { name, property: rest } }
    : complain(`of ${rest} ${listed(allowed)}`)
}

function parseSummarySort(text: string): SummarySort | undefined {
  const descending = text.startsWith("-")
  const by = descending ? text.slice(1) : text
  if (by === "group") return { by, descending }
  const measure = parseWhole(by, summaryLimits.measures)
  return measure === undefined ? undefined : { by: measure - 1, descending }
}

/** The parameters that are not filters and occur once. */
const settings = {
  sort: {
    parse: (text) => {
      const sort = parseSummarySort(text)
      return sort && { sort }
    },
    expected: "must be group or a measure by its number, such as -1",
  },
  top: {
    parse: (text) => {
      const top = parseWhole(text, summaryLimits.top)
      return top === undefined ? undefined : { top }
    },
    expected: `must be a whole number from 1 to ${summaryLimits.top}`,
  },
  zone: zoneSetting,
} as const satisfies Record<string, Setting<SummaryQuery>>

class SummaryQueryReader extends QueryReader<SummaryQuery> {
  private readonly groups: SummaryGroup[] = []
  private readonly measures: SummaryMeasure[] = []

  protected override read(name: string, text: string) {
    if (name === "group")
      this.add(this.groups, {
        name,
        read: readGroup(this.operation, text),
        print: printSummaryGroup,
        most: summaryLimits.groups,
      })
    else if (name === "measure")
      this.add(this.measures, {
        name,
        read: readMeasure(this.operation, text),
        print: printSummaryMeasure,
        most: summaryLimits.measures,
      })
    else super.read(name, text)
  }

  /** The question, if it has no problems. */
  finish(): SummaryQuery | undefined {
    const [first, ...others] = this.measures
    const { sort, groups } = { ...this.query, groups: this.groups }
    const measures = first ? ([first, ...others] as const) : defaultSummaryQuery.measures
    if (typeof sort?.by === "number" && sort.by >= measures.length)
      this.complain("sort", `names a measure that is not asked for: there are ${measures.length}`)
    if (this.problems.length > 0) return undefined
    const filters = canonicalFilters(this.operation, this.filters)
    return { ...defaultSummaryQuery, ...this.query, groups, measures, filters }
  }

  private add<T>(
    to: T[],
    {
      name,
      read,
      print,
      most,
    }: { name: string; read: Read<T>; print: (part: T) => string; most: number },
  ) {
    if ("complaint" in read) return this.complain(name, read.complaint)
    const printed = print(read.value)
    if (to.some((earlier) => print(earlier) === printed))
      this.complain(name, `holds ${quote(printed)} twice`)
    else if (to.length === most) this.complain(name, `may be given ${most} times at most`)
    else to.push(read.value)
  }
}

/**
 * Parses a question on the rows of a whole list from a URL, strictly (`docs/answers.md`): nothing
 * is ignored, and the first 20 problems are reported. Missing parameters default to
 * `defaultSummaryQuery`.
 */
export function parseSummaryQuery(
  operation: ListOperation,
  search: URLSearchParams,
): { ok: true; query: SummaryQuery } | { ok: false; problems: Problem[] } {
  const reader = new SummaryQueryReader(operation, settings)
  reader.readAll(search)
  const query = reader.finish()
  return query
    ? { ok: true, query }
    : { ok: false, problems: reader.problems.slice(0, problemLimit) }
}
