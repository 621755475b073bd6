/** From where to where a group's part of a stack reaches. */
export interface StackPart {
  readonly from: number
  readonly to: number
}

/** Puts groups on each other bucket by bucket, those below zero downwards; null where a group has no value. */
export function stackLines(
  lines: readonly (readonly (number | null)[])[],
): readonly (readonly (StackPart | null)[])[] {
  const count = lines[0]?.length ?? 0
  const up = new Float64Array(count)
  const down = new Float64Array(count)
  return lines.map((values) =>
    values.map((value, index) => {
      if (value === null) return null
      const stack = value < 0 ? down : up
      const from = stack[index] ?? 0
      stack[index] = from + value
      return { from, to: from + value }
    }),
  )
}
