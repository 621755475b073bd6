import type { GridColumn } from "./arrange-columns"

/** How many pixels of a table on the screen fit across a page, whose print is smaller: upright, and on its long side. */
export const paperWidths = { upright: 1280, wide: 1880 } as const

const widthOf = (columns: readonly GridColumn[]) =>
  columns.reduce((sum, { width }) => sum + width, 0)

/** True where a table needs the long side of the paper. */
export const needsWidePaper = (columns: readonly GridColumn[]): boolean =>
  widthOf(columns) > paperWidths.upright

/** The columns of a table in as many bands as fit across a page each; the first column begins every one, so that rows can be told apart. */
export function printBands(columns: readonly GridColumn[]): GridColumn[][] {
  const [lead, ...others] = columns
  if (!lead) return []
  const bands: GridColumn[][] = [[lead]]
  for (const column of others) {
    const band = bands.at(-1) ?? []
    const fits = band.length < 2 || widthOf(band) + column.width <= paperWidths.wide
    if (fits) band.push(column)
    else bands.push([lead, column])
  }
  return bands
}
