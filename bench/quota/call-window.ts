/** The most of these moments, in milliseconds and in order, that lie in the given span before any of them, itself included. */
export function maxWithin(moments: readonly number[], spanMs: number): number {
  let first = 0
  let most = 0
  for (const [index, moment] of moments.entries()) {
    while ((moments[first] ?? moment) <= moment - spanMs) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}
