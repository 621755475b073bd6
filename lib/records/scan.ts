import type { Range } from "./keyset"
import { type Order, printOrder } from "./order"

interface ProbeParts {
  /** The quoted name of the table. */
  readonly from: string
  /** Conditions that every row meets. */
  readonly where: readonly string[]
  /** What the list consists of, in its order (see keyset); none means all rows. */
  readonly ranges: readonly Range[]
  readonly order: Order
}

interface ScanParts extends ProbeParts {
  /** Those of `where` that the path and the rows that may be seen set. */
  readonly fixed: readonly string[]
  readonly limit: number
  readonly offset: number
}

const printWhere = (conditions: readonly string[]) =>
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
  const nearest = `(select ${ties.column.ordered} from ${from}${printWhere([...fixed, condition])} order by ${printOrder([ties])} limit 1)`
  const beyond = ties.descending ? "<" : ">"
  return [
    { condition: `(${condition}) and ${ties.column.ordered} = ${nearest}`, fixed: 1 },
    { condition: `(${condition}) and ${ties.column.ordered} ${beyond} ${nearest}`, fixed: 0 },
  ]
}

/**
 * The first rows of a table in an order. Each range is read and limited by itself, because an index
 * serves a range but not an `or` of ranges, and only where those before it do not fill the page.
 */
export function printScan(parts: ScanParts): string {
  const { from, where, ranges, order, limit, offset } = parts
  const printRange = (conditions: readonly string[], fixed = 0) =>
    `select * from ${from}${printWhere([...where, ...conditions])} order by ${printOrder(openTerms(order, fixed))} limit ${limit}`
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
export function printProbe({ from, where, ranges, order }: ProbeParts): string {
  const nearest = (fixed: number) => printOrder(openTerms(order, fixed).slice(0, 1))
  return ranges
    .map(
      ({ condition, fixed }) =>
        `exists (select 1 from (select 1 from ${from}${printWhere([...where, condition])} order by ${nearest(fixed)} limit 1) as near)`,
    )
    .join(" or ")
}
