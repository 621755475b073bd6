/**
 * The field that a row lacks, like gaps from transfers out of older systems: one of each `every`
 * rows lacks the first field, the next one the second, and so on. Undefined for the others.
 */
export function gapAt<F extends string>(
  index: number,
  fields: readonly F[],
  every: number,
): F | undefined {
  const position = (index % every) - Math.floor(every / 2)
  return fields[position]
}

/** The values with null under that name. */
export const withGap = <V extends object>(
  values: V,
  gap: keyof V | undefined,
): { [K in keyof V]: V[K] | null } => (gap === undefined ? values : { ...values, [gap]: null })
