import { createRandom } from "../../series/testing/random-points"

/** A prime whose products are exact in a double. */
const prime = 67_108_859

const share = 1 / prime

const modulo = (value: number) => ((value % prime) + prime) % prime

function inverse(value: number): number {
  let [power, left, result] = [modulo(value), prime - 2, 1]
  while (left > 0) {
    if (left % 2 === 1) result = (result * power) % prime
    power = (power * power) % prime
    left = Math.floor(left / 2)
  }
  return result
}

/** Subtracts a multiple of one row from another, starting at a column. */
function subtract(row: Float64Array, by: Float64Array, factor: number, from: number) {
  if (factor === 0) return
  const opposite = prime - factor
  for (let at = from; at < row.length; at += 1) {
    const value = (row[at] ?? 0) + opposite * (by[at] ?? 0)
    const rest = value - Math.floor(value * share) * prime
    row[at] = rest < 0 ? rest + prime : rest < prime ? rest : rest - prime
  }
}

function normalise(row: Float64Array, pivot: number) {
  const factor = inverse(row[pivot] ?? 1)
  for (let at = pivot; at < row.length; at += 1) row[at] = ((row[at] ?? 0) * factor) % prime
}

/** The reduced echelon form: each row with the column of its leading one. */
function reduce(equations: readonly (readonly number[])[], columns: number) {
  const reduced: { row: Float64Array; pivot: number }[] = []
  for (const equation of equations) {
    const row = new Float64Array(columns)
    for (const [at, value] of equation.entries()) row[at] = modulo(value)
    for (const { row: by, pivot } of reduced) subtract(row, by, row[pivot] ?? 0, 0)
    const pivot = row.findIndex((value) => value !== 0)
    if (pivot < 0) continue
    normalise(row, pivot)
    for (const { row: other } of reduced) subtract(other, row, other[pivot] ?? 0, 0)
    reduced.push({ row, pivot })
  }
  return reduced
}

/**
 * A row for each unknown, such that a combination of unknowns follows from the equations exactly if
 * the same combination of their rows is zero.
 */
function dualRows(equations: readonly (readonly number[])[], columns: number): Float64Array[] {
  const reduced = reduce(equations, columns)
  const pivots = new Map(reduced.map(({ row, pivot }) => [pivot, row]))
  const free = Array.from({ length: columns }, (_, at) => at).filter((at) => !pivots.has(at))
  return Array.from({ length: columns }, (_, at) => {
    const row = pivots.get(at)
    return Float64Array.from(free, (column) =>
      row ? modulo(-(row[column] ?? 0)) : Number(column === at),
    )
  })
}

/**
 * Projects the rows to `width` random combinations of their columns; independent rows stay
 * independent.
 */
function project(rows: readonly Float64Array[], width: number): Float64Array[] {
  const random = createRandom(rows.length)
  const columns = rows[0]?.length ?? 0
  if (columns <= width) return [...rows]
  const factors = Array.from({ length: columns }, () =>
    Float64Array.from({ length: width }, () => Math.floor(random() * prime)),
  )
  return rows.map((row) => {
    const projected = new Float64Array(width)
    for (const [at, value] of row.entries())
      if (value !== 0) subtract(projected, factors[at] ?? projected, prime - value, 0)
    return projected
  })
}

type Basis = readonly { readonly row: Float64Array; readonly pivot: number }[]

/** The basis with more rows; undefined if one of them depends on the others. */
function extend(basis: Basis, rows: readonly Float64Array[]): Basis | undefined {
  const extended = [...basis]
  for (const given of rows) {
    const row = given.slice()
    for (const { row: by, pivot } of extended) subtract(row, by, row[pivot] ?? 0, pivot)
    const pivot = row.findIndex((value) => value !== 0)
    if (pivot < 0) return undefined
    normalise(row, pivot)
    extended.push({ row, pivot })
  }
  return extended
}

const spare = 8

/** Disclosed sums of unknowns, each of which belongs to a person. */
export interface DisclosedSums {
  /** How often each sum contains each unknown. */
  readonly equations: readonly (readonly number[])[]
  /** The person of each unknown. */
  readonly persons: readonly string[]
}

/**
 * The smallest sets of fewer than `minPeople` persons about whom the equations determine something:
 * a combination, with any factors, of only their values. All such sets are tried. Computed in a
 * field of 67,108,859 elements; exact fractions differ only if a determinant is a multiple of that
 * number.
 */
export function solveSmallSums(
  { equations, persons }: DisclosedSums,
  minPeople: number,
): string[][] {
  const people = [...new Set(persons)]
  const sizes = people.map((person) => persons.filter((each) => each === person).length)
  const largest = sizes.toSorted((one, other) => other - one).slice(0, minPeople - 1)
  const width = largest.reduce((sum, size) => sum + size, spare)
  const rows = project(dualRows(equations, persons.length), width)
  const rowsOf = people.map((person) => rows.filter((_, at) => persons[at] === person))
  const found: string[][] = []
  const isKnown = (set: readonly string[]) =>
    found.some((smaller) => smaller.every((person) => set.includes(person)))

  function search(
    chosen: readonly string[],
    basis: Basis,
    { from, size }: { from: number; size: number },
  ) {
    for (const [at, person] of people.entries()) {
      const own = [...chosen, person]
      if (at < from || isKnown(own)) continue
      const extended = extend(basis, rowsOf[at] ?? [])
      if (!extended) found.push(own)
      else if (own.length < size) search(own, extended, { from: at + 1, size })
    }
  }

  for (let size = 1; size < minPeople; size += 1) search([], [], { from: 0, size })
  return found
}
