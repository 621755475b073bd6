import type { Page } from "@playwright/test"
import type { Operation, PathParameters } from "@/lib/catalogue"

/** The URL of a report page. */
export function reportUrl(operation: Operation, parameters: PathParameters, search = ""): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(parameters)) query.set(`path.${name}`, value)
  return `/reports/${operation.id}${query.size > 0 ? `?${query}` : ""}`
}

/** A visible row: its index in the list and the exact texts of its cells by column name. */
export interface SeenRow {
  readonly index: number
  readonly cells: Readonly<Record<string, string>>
}

/** Whether each grid is loading rows, and the rows that are drawn now; runs in the page. */
export const readGrids = (
  grids: readonly Element[],
): { readonly isBusy: boolean; readonly rows: readonly SeenRow[] }[] =>
  grids.map((grid) => ({
    isBusy: grid.getAttribute("aria-busy") !== "false",
    rows: [...grid.querySelectorAll("[data-row]")].map((row) => ({
      index: Number(row.getAttribute("data-row")),
      cells: Object.fromEntries(
        [...row.querySelectorAll("[role=gridcell]")].map((cell) => [
          cell.getAttribute("data-field") ?? "",
          cell.getAttribute("title") ?? "",
        ]),
      ),
    })),
  }))

/** The rows that are drawn now. */
export const readRows = async (page: Page): Promise<SeenRow[]> =>
  (await page.locator("[role=grid]").evaluateAll(readGrids)).flatMap(({ rows }) => rows)

const footText = /^(All \d+ rows? loaded|No rows|[\d,]+ rows? loaded, more exist)$/

/**
 * Scrolls a step down and waits until every visible row is drawn with its exact values, which is
 * once the grid rests. Returns whether this was the end; runs in the page.
 */
async function stepDown(grid: Element): Promise<boolean> {
  const before = grid.scrollTop
  grid.scrollBy({ top: grid.clientHeight * 0.6, behavior: "instant" })
  const { top, bottom } = grid.getBoundingClientRect()
  const middle = (top + bottom) / 2
  const isDrawn = () => {
    const lines = [...grid.querySelectorAll("[role=rowgroup]:last-child > *")]
      .map((line) => ({ line, edges: line.getBoundingClientRect() }))
      .filter(({ edges }) => edges.bottom > top && edges.top < bottom)
    return (
      (atEnd || lines.some(({ edges }) => edges.top <= middle && edges.bottom >= middle)) &&
      lines.every(({ line }) => line.role === "row") &&
      [...grid.querySelectorAll("[role=gridcell]:not([title])")].every(
        ({ textContent }) => textContent === "–",
      )
    )
  }
  const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))
  const atEnd = grid.scrollTop === before
  await nextFrame()
  for (let frame = 0; frame < 300 && !isDrawn(); frame++) await nextFrame()
  return atEnd
}

/**
 * Scrolls a report from its first row to its last, or until it has seen `enough` rows; returns
 * every row that was drawn, in order.
 */
export async function scrollThrough(
  page: Page,
  enough = Number.POSITIVE_INFINITY,
): Promise<SeenRow[]> {
  const seen = new Map<number, SeenRow>()
  const grid = page.getByRole("grid")
  const foot = page.getByText(footText)
  let isComplete = false
  for (let step = 0; step < 3000; step++) {
    for (const row of await readRows(page)) seen.set(row.index, row)
    if (seen.size >= enough) break
    const atEnd = await grid.evaluate(stepDown)
    if (atEnd && isComplete) break
    isComplete = atEnd && (await foot.textContent())?.includes("more exist") === false
  }
  return [...seen.values()].toSorted((a, b) => a.index - b.index)
}
