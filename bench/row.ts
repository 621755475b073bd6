/** The goal of a ratio. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number }

/** A figure and the baseline that it is measured against in the same run, both in `unit`. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly figure: number
  readonly baseline: { readonly name: string; readonly figure: number }
  readonly goal?: Goal
}

export const ratioOf = ({ figure, baseline }: Row): number => figure / baseline.figure

/** Whether the ratio reaches the goal; undefined without a goal. */
export function reachesGoal(row: Row): boolean | undefined {
  if (!row.goal) return undefined
  const ratio = ratioOf(row)
  return "atLeast" in row.goal ? ratio >= row.goal.atLeast : ratio <= row.goal.atMost
}
