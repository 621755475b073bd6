/** By which column the values of an answer are ordered as a table; those of what is compared and of targets have a number. */
export interface TableSort {
  readonly column: string
  readonly isDescending: boolean
}

/** The newest bucket first. */
export const plainSort: TableSort = { column: "bucket", isDescending: true }

const written = /^(-?)(bucket|group|value|points|(?:before|difference|change|target|gap)-[0-9])$/

/** Reads `-value` or `change-1`; undefined where it is no column. */
export function parseTableSort(text: string): TableSort | undefined {
  const [, sign, column] = written.exec(text) ?? []
  return column === undefined ? undefined : { column, isDescending: sign === "-" }
}

export const printTableSort = ({ column, isDescending }: TableSort): string =>
  `${isDescending ? "-" : ""}${column}`
