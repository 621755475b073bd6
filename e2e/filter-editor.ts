import { readFileSync } from "node:fs"
import { expect, type Page } from "@playwright/test"
import { findOperation, type ListOperation, type QueryType, type Row } from "@/lib/catalogue"
import type { FilterExample } from "./filter-examples"
import { pickEntry } from "./pick-entry"
import { readGrids } from "./report-page"
import { shownCatalogue } from "./shown-catalogue"

const texts = (namespace: string) =>
  JSON.parse(
    readFileSync(new URL(`../lib/client/messages/en/${namespace}.json`, import.meta.url), "utf8"),
  )
const { conditions } = texts("reports")
const filters = texts("filters")

const groups = {
  guid: "choice",
  boolean: "choice",
  string: "text",
  integer: "number",
  double: "number",
  datetime: "time",
  datetimeoffset: "time",
} as const satisfies Record<QueryType, string>

function conditionText({ condition, type }: FilterExample): string {
  return (
    filters.conditions[condition] ?? conditions[groups[type]][condition] ?? conditions[condition]
  )
}

const valueLabels = {
  between: [filters.range.from, filters.range.to],
  during: [filters.periods.from, filters.periods.to],
} as const

/** Opens the editor of a new filter and chooses its property by the source's name. */
export async function beginFilter(page: Page, property: string): Promise<void> {
  await page.getByRole("button", { name: "Add filter" }).click()
  await page.getByPlaceholder("Filter by…").fill(property)
  await page.keyboard.press("Enter")
}

/**
 * Chooses the condition in the open editor, enters or chooses the value, and applies the filter.
 */
export async function answerEditor(page: Page, example: FilterExample): Promise<void> {
  const dialog = page.getByRole("dialog")
  const trigger = dialog.getByLabel("Condition")
  const wanted = conditionText(example)
  if ((await trigger.textContent()) !== wanted) {
    await trigger.click()
    await pickEntry(page.getByRole("option", { name: wanted, exact: true }))
  }
  await writeValue(page, example)
  await dialog.waitFor({ state: "hidden", timeout: 45_000 })
}

async function writeValue(page: Page, { condition, type, texts, listed }: FilterExample) {
  const dialog = page.getByRole("dialog")
  if (texts.length === 0) return dialog.getByRole("button", { name: "Apply" }).click()
  if (type === "boolean") {
    const name = texts[0] === "true" ? "Yes" : "No"
    return pickEntry(dialog.getByRole("option", { name, exact: true }))
  }
  if (listed) {
    const search = dialog.getByPlaceholder("Find or enter a value")
    await search.fill(texts[0] ?? "")
    return search.press("Enter")
  }
  const labels =
    condition === "between" || condition === "during" ? valueLabels[condition] : ["Value"]
  for (const [index, label] of labels.entries())
    await dialog.getByLabel(label, { exact: true }).fill(texts[index] ?? "")
  await page.keyboard.press("Enter")
}

/** Waits until a report shows exactly the API's rows, as far as they are drawn. */
export async function expectAnswer(
  page: Page,
  operation: ListOperation,
  scalars: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  await expect
    .poll(() => findDifference(page, operation, scalars, rows), { intervals: [20, 20, 50] })
    .toBe("")
}

/** How a report differs from the expected rows; empty if it does not. */
async function findDifference(
  page: Page,
  operation: ListOperation,
  scalars: readonly string[],
  rows: readonly Row[],
): Promise<string> {
  if (rows.length === 0) {
    const isEmpty = await page.getByText(/^No row matches these filters$/).isVisible()
    return isEmpty ? "" : "not empty"
  }
  const name = findOperation(shownCatalogue, operation.id)?.title ?? operation.title
  const [grid] = await page.getByRole("grid", { name }).evaluateAll(readGrids)
  if (!grid) return "no grid"
  if (grid.isBusy) return "busy"
  const seen = grid.rows
  if (seen.length < Math.min(rows.length, 5)) return `${seen.length} rows`
  for (const { index, cells } of seen)
    for (const name of scalars)
      if (cells[name] !== undefined && cells[name] !== String(rows[index]?.[name] ?? ""))
        return `row ${index}, ${name}: ${cells[name]}`
  const foot = await page.getByText(/rows? loaded/).textContent()
  const all = `All ${rows.length} row${rows.length === 1 ? "" : "s"} loaded`
  return foot === all || rows.length > operation.limit.default ? "" : `${foot}, not ${all}`
}
