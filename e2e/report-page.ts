import type { Page } from "@playwright/test"
import type { Operation, PathParameters } from "@/lib/catalogue"

/** The address of a report page. */
export function reportUrl(operation: Operation, parameters: PathParameters, search = ""): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(parameters)) query.set(`path.${name}`, value)
  return `/reports/${operation.id}${query.size > 0 ? `?${query}` : ""}`
}

/** The rows in sight: their place in the list and the exact texts of their cells by column name. */
export interface SeenRow {
  readonly index: number
  readonly cells: Readonly<Record<string, string>>
}

/** The rows that are drawn now. */
export const readRows = (page: Page): Promise<SeenRow[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("[role=grid] [data-row]")].map((row) => ({
      index: Number(row.getAttribute("data-row")),
      cells: Object.fromEntries(
        [...row.querySelectorAll("[role=gridcell]")].map((cell) => [
          cell.getAttribute("data-field") ?? "",
          cell.getAttribute("title") ?? "",
        ]),
      ),
    })),
  )

const footText = /^(All \d+ rows? loaded|No rows|[\d,]+ rows? loaded, more exist)$/

/** Scrolls a step down and lets the page draw; answers whether there was nothing below; runs in the page. */
async function stepDown(grid: Element): Promise<boolean> {
  const before = grid.scrollTop
  grid.scrollBy({ top: grid.clientHeight * 0.6, behavior: "instant" })
  const atEnd = grid.scrollTop === before
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))
  return atEnd
}

/** Scrolls a report from its first row to its last and answers every row that was drawn, in order. */
export async function scrollThrough(page: Page): Promise<SeenRow[]> {
  const seen = new Map<number, SeenRow>()
  const grid = page.getByRole("grid")
  const foot = page.getByText(footText)
  let isComplete = false
  for (let step = 0; step < 3000; step++) {
    for (const row of await readRows(page)) seen.set(row.index, row)
    const atEnd = await grid.evaluate(stepDown)
    if (atEnd && isComplete) break
    isComplete = atEnd && (await foot.textContent())?.includes("more exist") === false
  }
  return [...seen.values()].toSorted((a, b) => a.index - b.index)
}
