/** The sort column of an answer's table; columns of comparisons and targets have a number. */
export interface TableSort {
  readonly column: string
  readonly isDescending: boolean
}

/** The newest bucket first. */
export const plainSort: TableSort = { column: "bucket", isDescending: true }

const written = /^(-?)(bucket|group|value|points|(?:before|difference|change|target|gap)-[0-9])$/

/** Parses `-value` or `change-1`; undefined if it is not a column. */
export function parseTableSort(text: string): TableSort | undefined {
  const [, sign, column] = written.exec(text) ?? []
  return column === undefined ? undefined : { column, isDescending: sign === "-" }
}

export const printTableSort = ({ column, isDescending }: TableSort): string =>
  `${isDescending ? "-" : ""}${column}`
