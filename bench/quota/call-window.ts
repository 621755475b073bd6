/**
 * The maximum number of moments (in milliseconds, sorted) within any span that ends with one of
 * them.
 */
export function maxWithin(moments: readonly number[], spanMs: number): number {
  let first = 0
  let max = 0
  for (const [index, moment] of moments.entries()) {
    while ((moments[first] ?? moment) <= moment - spanMs) first += 1
    max = Math.max(max, index - first + 1)
  }
  return max
}
