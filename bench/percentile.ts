/**
 * The smallest number that at least this share of the numbers, from 0 to 1, does not exceed; throws
 * for an empty list.
 */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  const found = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (found === undefined) throw new RangeError("No numbers, no percentile.")
  return found
}
