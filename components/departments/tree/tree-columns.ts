/**
 * The columns beside the name, hidden if the window is too narrow; the header and rows share these
 * classes.
 */
export const treeColumns = {
  externalId: "w-28 max-md:hidden",
  city: "w-32 max-sm:hidden",
  below: "w-16 text-right",
} as const

export type TreeColumn = keyof typeof treeColumns
export const treeColumnNames = Object.keys(treeColumns) as TreeColumn[]

/**
 * A column's position among all columns, from 1, including those hidden in narrow windows;
 * checkboxes come first.
 */
export const columnIndex = (column: TreeColumn | "name", hasTicks: boolean): number =>
  ["name", ...treeColumnNames].indexOf(column) + (hasTicks ? 2 : 1)

export const cellClass = "h-full shrink-0 truncate px-2"
export const nameClass = "flex h-full min-w-0 flex-1 items-center"

const step = 20
const maxSteps = 12

/**
 * The indentation of a row; beyond some depth it is constant, and the row shows its level instead.
 */
export const indentOf = (level: number): { readonly pixels: number; readonly isCut: boolean } => ({
  pixels: Math.min(level - 1, maxSteps) * step,
  isCut: level - 1 > maxSteps,
})
