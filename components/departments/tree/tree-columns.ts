/** The columns beside the name, with the widths from which on there is room for them; the same classes head and rows. */
export const treeColumns = {
  id: "w-28 max-xl:hidden",
  externalId: "w-28 max-md:hidden",
  city: "w-32 max-sm:hidden",
  below: "w-16 text-right",
} as const

export type TreeColumn = keyof typeof treeColumns
export const treeColumnNames = Object.keys(treeColumns) as TreeColumn[]

/** Where a column stands among all, from 1 on, also while a narrow window leaves others out; boxes to tick come first. */
export const columnIndex = (column: TreeColumn | "name", hasTicks: boolean): number =>
  ["name", ...treeColumnNames].indexOf(column) + (hasTicks ? 2 : 1)

export const cellClass = "h-full shrink-0 truncate px-2"
export const nameClass = "flex h-full min-w-0 flex-1 items-center"

const step = 20
const maxSteps = 12

/** How far a row stands in; from some depth on all stand alike, and say their level. */
export const indentOf = (level: number): { readonly pixels: number; readonly isCut: boolean } => ({
  pixels: Math.min(level - 1, maxSteps) * step,
  isCut: level - 1 > maxSteps,
})
