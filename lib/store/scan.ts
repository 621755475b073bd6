import { type Order, printOrder } from "./order"

interface ProbeParts {
  /** The quoted name of the table. */
  readonly from: string
  /** Conditions that every row meets. */
  readonly where: readonly string[]
  /** Alternatives that exclude one another (see keyset); none means all rows. */
  readonly ranges: readonly string[]
  readonly order: Order
}

interface ScanParts extends ProbeParts {
  readonly limit: number
  readonly offset: number
}

const printWhere = (conditions: readonly string[]) =>
  conditions.length > 0 ? ` where ${conditions.map((one) => `(${one})`).join(" and ")}` : ""

/**
 * The first rows of a table in an order. Each range is read and limited by itself, because an index
 * serves a range but not an `or` of ranges.
 */
export function printScan({ from, where, ranges, order, limit, offset }: ScanParts): string {
  const end = ` order by ${printOrder(order)} limit ${limit}`
  const [first = [], ...others] = ranges.map((range) => [range])
  const printRange = (range: readonly string[]) =>
    `select * from ${from}${printWhere([...where, ...range])}${end}`
  if (others.length === 0) return `${printRange(first)}${offset ? ` offset ${offset}` : ""}`
  const union = [first, ...others].map((range) => `(${printRange(range)})`).join(" union all ")
  return `select * from (${union}) as ranges${end}`
}

/**
 * Whether any range holds a row, the nearest range first. Each is read from its near end by an index:
 * left to itself the planner may read the table from a far one.
 */
export function printProbe({ from, where, ranges, order }: ProbeParts): string {
  const nearest = printOrder(order.slice(0, 1))
  return ranges
    .toReversed()
    .map(
      (range) =>
        `exists (select from (select from ${from}${printWhere([...where, range])} order by ${nearest} limit 1) as near)`,
    )
    .join(" or ")
}
