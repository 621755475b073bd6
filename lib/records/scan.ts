import type { Range } from "./keyset"
import { type Order, printOrder } from "./order"

interface ProbeParts {
  /** The quoted name of the table. */
  readonly from: string
  /** Conditions that every row meets. */
  readonly where: readonly string[]
  /** What follows from `where` and an index of texts finds rows by: dear where it finds many. */
  readonly indexed: readonly string[]
  /** Those of `where` that the path and the rows that may be seen set. */
  readonly fixed: readonly string[]
  /** What the list consists of, in its order (see keyset); none means all rows. */
  readonly ranges: readonly Range[]
  readonly order: Order
}

interface ScanParts extends ProbeParts {
  readonly limit: number
  readonly offset: number
}

/** So many of the nearest rows are looked at first; where so many of them match, a page is read in order, up to so many rows. */
export const search = { nearest: 2000, matches: 8, rows: 100_000 } as const

export const printConditions = (conditions: readonly string[]) =>
  conditions.length > 0 ? ` where ${conditions.map((one) => `(${one})`).join(" and ")}` : ""

/** What orders rows that are the same in the first terms; all terms where only the key is left, which one index with them serves. */
const openTerms = (order: Order, fixed: number): Order =>
  fixed < order.length - 1 ? order.slice(fixed) : order

/**
 * A range whose first rows tie in the order's first term is read as these rows, which an index on the
 * next term serves however many they are, and the rest.
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
  /** The terms by which the range is ordered. */
  readonly terms: string
  readonly limit: number
}

/** The first rows that match a part of a text: read in order where many do, found by the index of texts where few do. */
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
 * The first rows of a table in an order. Each range is read and limited by itself, because an index
 * serves a range but not an `or` of ranges, and only where those before it do not fill the page.
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
 * Whether any range holds a row, the nearest range first. Each is read from its near end by an index:
 * left to itself the planner may read the table from a far one.
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
