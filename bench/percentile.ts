/** The smallest of some numbers that at least that share of them, from 0 to 1, does not exceed; throws where there are none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (found === undefined) throw new RangeError("No numbers, no percentile.")
  return found
}
