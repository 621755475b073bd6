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

const readRows = (page: Page): Promise<SeenRow[]> =>
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

/** Scrolls a report from its first row to its last and answers every row that was drawn, in order. */
export async function scrollThrough(page: Page): Promise<SeenRow[]> {
  const seen = new Map<number, SeenRow>()
  const grid = page.getByRole("grid")
  const foot = page.getByText(footText)
  for (let step = 0; step < 3000; step++) {
    for (const row of await readRows(page)) seen.set(row.index, row)
    const complete = (await foot.textContent())?.includes("more exist") === false
    const atEnd = await grid.evaluate((element) => {
      const before = element.scrollTop
      element.scrollBy({ top: element.clientHeight * 0.6, behavior: "instant" })
      return element.scrollTop === before
    })
    if (complete && atEnd && step > 0) break
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))),
    )
  }
  for (const row of await readRows(page)) seen.set(row.index, row)
  return [...seen.values()].toSorted((a, b) => a.index - b.index)
}
