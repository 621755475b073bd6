/** How the cells of a grid stand to their headers. */
export interface GridEdges {
  /** The grid's name, as it is read aloud. */
  readonly grid: string
  /** How many cells were compared. */
  readonly cells: number
  /** Each cell whose edges are not its header's, and how far they are from them. */
  readonly off: readonly string[]
}

/** Compares the left and right edges of every cell that is drawn with those of its column's header, in every grid in sight, to the pixel; runs in the page, without functions of its own that have names, which some compilers give a call to outside. Tables of the browser's own are left out: it lays them out itself. */
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
