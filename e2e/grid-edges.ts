/** How a grid's cells align with their headers. */
export interface GridEdges {
  /** The grid's accessible name. */
  readonly grid: string
  /** How many cells were compared. */
  readonly cells: number
  /** Each cell whose edges differ from its header's, with the difference. */
  readonly off: readonly string[]
}

/**
 * Compares the left and right edges of every drawn cell with its column's header, to the pixel, in
 * every visible grid. Runs in the page, so it contains no named functions: some compilers add a
 * call to an outside helper to these. Skips native tables, which the browser lays out itself.
 */
export const measureGrids = (): GridEdges[] =>
  [...document.querySelectorAll("[role=grid]:not([data-cards]), [role=treegrid]")]
    .filter((grid) => grid.checkVisibility() && !(grid instanceof HTMLTableElement))
    .map((grid) => {
      const [headers = [], cells = []] = ["columnheader", "gridcell"].map((role) =>
        [...grid.querySelectorAll(`[role=${role}]:not([aria-colspan])`)].flatMap((cell) => {
          const { left, right } = cell.getBoundingClientRect()
          return right > left ? [{ cell, index: cell.ariaColIndex, left, right }] : []
        }),
      )
      const headerOf = new Map(headers.map((header) => [header.index, header]))
      const off = cells.flatMap(({ cell, index, left, right }) => {
        const header = headerOf.get(index)
        const by = header ? [left - header.left, right - header.right] : [Number.NaN]
        if (by.every((pixels) => Math.abs(pixels) <= 1)) return []
        const row = cell.closest("[role=row]")?.ariaRowIndex
        const text = cell.textContent?.slice(0, 40)
        return [`row ${row}, column ${index} "${text}": ${by.map(Math.round).join(" and ")} px`]
      })
      return { grid: `${grid.ariaLabel}`, cells: cells.length, off }
    })
