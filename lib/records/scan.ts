import type { Range } from "./keyset"
import { type Order, printOrder } from "./order"

interface ProbeParts {
  /** The quoted name of the table. */
  readonly from: string
  /** Conditions that every row meets. */
  readonly where: readonly string[]
  /**
   * Implied by `where`. The text index finds rows by these, which is expensive if there are many.
   */
  readonly indexed: readonly string[]
  /** The subset of `where` set by the path and the row scope. */
  readonly fixed: readonly string[]
  /** The ranges that make up the list, in order (see keyset). Empty means all rows. */
  readonly ranges: readonly Range[]
  readonly order: Order
}

interface ScanParts extends ProbeParts {
  readonly limit: number
  readonly offset: number
}

/**
 * The nearest rows are probed first. If at least `matches` of them match, the page is read in
 * order, up to `rows` rows.
 */
export const search = { nearest: 2000, matches: 8, rows: 100_000 } as const

export const printConditions = (conditions: readonly string[]) =>
  conditions.length > 0 ? ` where ${conditions.map((one) => `(${one})`).join(" and ")}` : ""

/**
 * What orders rows that are equal in the first terms. All terms if only the key is left, since one
 * index holds them all.
 */
const openTerms = (order: Order, fixed: number): Order =>
  fixed < order.length - 1 ? order.slice(fixed) : order

/**
 * If the first rows of a range tie in the order's first term, splits it into these rows, which an
 * index on the next term serves however many there are, and the rest.
 */
function splitTies({ from, fixed }: ScanParts, range: Range): Range[] {
  const { condition, ties } = range
  if (!ties) return [range]
  const nearest = `(select ${ties.column.ordered} from ${from}${printConditions([...fixed, condition])} order by ${printOrder([ties], true)} limit 1)`
  const beyond = ties.descending ? "<" : ">"
  return [
    { condition: `(${condition}) and ${ties.column.ordered} = ${nearest}`, fixed: 1 },
    { condition: `(${condition}) and ${ties.column.ordered} ${beyond} ${nearest}`, fixed: 0 },
  ]
}

interface Searched {
  readonly conditions: readonly string[]
  /** The ORDER BY terms of the range. */
  readonly terms: string
  readonly limit: number
}

/**
 * The first rows that match part of a text: read in order if many match, found by the text index if
 * few do.
 */
function printSearch(
  { from, where, indexed, fixed }: ScanParts,
  { conditions, terms, limit }: Searched,
) {
  const nearest = (max: number, more: readonly string[] = []) =>
    `select * from ${from}${printConditions([...fixed, ...conditions, ...more])} order by ${terms} limit ${max}`
  const match = printConditions(where)
  const some = `(select matches from sampled) >= ${search.matches}`
  const filled = `(select count(*) from ordered)`
  return `select * from (
    with sampled as materialized (select count(*) as matches from (${nearest(search.nearest)}) as nearest${match}),
    ordered as materialized (select * from (${nearest(search.rows, [some])}) as nearest${match} order by ${terms} limit ${limit}),
    found as materialized (select * from ${from}${printConditions([...indexed, ...where, ...conditions, `${filled} < ${limit}`])} order by ${terms} limit ${limit})
    select * from ordered where ${filled} >= ${limit} union all select * from found
  ) as searched order by ${terms} limit ${limit}`
}

/**
 * The first rows of a table in an order. Each range is read and limited separately, because an
 * index serves a range but not an `or` of ranges, and only if the previous ones do not fill the
 * page.
 */
export function printScan(parts: ScanParts): string {
  const { from, where, indexed, ranges, order, limit, offset } = parts
  function printRange(conditions: readonly string[], fixed = 0): string {
    const terms = printOrder(openTerms(order, fixed), conditions.length > 0 && fixed === 0)
    if (indexed.length > 0) return printSearch(parts, { conditions, terms, limit })
    return `select * from ${from}${printConditions([...where, ...conditions])} order by ${terms} limit ${limit}`
  }
  const split = offset > 0 ? [] : ranges.flatMap((range) => splitTies(parts, range))
  const [first, ...others] = split
  if (others.length === 0)
    return `${printRange(first ? [first.condition] : [])}${offset ? ` offset ${offset}` : ""}`
  const names = split.map((_, index) => `range_${index}`)
  const steps = split.map(({ condition, fixed }, index) => {
    const found = names.slice(0, index).map((name) => `(select count(*) from ${name})`)
    const isWanted = found.length > 0 ? [`${found.join(" + ")} < ${limit}`] : []
    return `${names[index]} as materialized (${printRange([condition, ...isWanted], fixed)})`
  })
  const union = names.map((name) => `select * from ${name}`).join(" union all ")
  return `with ${steps.join(", ")} select * from (${union}) as ranges order by ${printOrder(order)} limit ${limit}`
}

/**
 * Whether any range holds a row, nearest first. Each is read from its near end by an index, since
 * otherwise the planner may scan the table from a far one.
 */
export function printProbe({ from, where, indexed, fixed, ranges, order }: ProbeParts): string {
  const exists = (rows: string) => `exists (select 1 from (${rows}) as near)`
  return ranges
    .flatMap(({ condition, fixed: terms }) => {
      const nearest = ` order by ${printOrder(openTerms(order, terms).slice(0, 1), terms === 0)}`
      const first = `select 1 from ${from}${printConditions([...indexed, ...where, condition])}${nearest} limit 1`
      if (indexed.length === 0) return [exists(first)]
      const some = `select * from ${from}${printConditions([...fixed, condition])}${nearest} limit ${search.nearest}`
      return [exists(`select 1 from (${some}) as nearest${printConditions(where)}`), exists(first)]
    })
    .join(" or ")
}
