import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import AxeBuilder from "@axe-core/playwright"
import type { Locator, Page } from "@playwright/test"
import { parse } from "csv-parse/sync"
import type { Row } from "@/lib/catalogue"
import { expect } from "./people"
import { pickEntry } from "./pick-entry"

/** Waits for the export that `work` starts and returns its id. */
export async function startedBy(page: Page, work: () => Promise<void>): Promise<string> {
  const started = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().endsWith("/api/exports"),
  )
  await work()
  const { id } = (await (await started).json()) as { id: string }
  return id
}

/** Presses Download in the export dialog and waits for the file. */
export async function exportNow(page: Page, dialog: Locator) {
  let id = ""
  const file = await download(page, async () => {
    id = await startedBy(page, () => dialog.getByRole("button", { name: "Download" }).click())
  })
  await expect(dialog).toBeHidden()
  return { ...file, id }
}

/** Opens the export dialog of the shown report. */
export async function openChoices(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Export…" }).click()
  const dialog = page.getByRole("dialog", { name: /^Export / })
  await expect(dialog).toBeVisible()
  return dialog
}

export async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole("dialog").getByRole("combobox", { name }).click()
  await pickEntry(page.getByRole("option", { name: option, exact: true }))
}

export const fileLink = (page: Page, id: string): Locator =>
  page.locator(`a[href="/api/exports/${id}/file"]`)

/** Runs `use` and returns the file that the browser saves. */
export async function download(page: Page, use: () => Promise<void>) {
  const saving = page.waitForEvent("download")
  await use()
  const saved = await saving
  const bytes = await readFile(await saved.path())
  return {
    name: saved.suggestedFilename(),
    bytes,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }
}

/** A CSV file's rows, keyed by column header. */
export const readCsv = (bytes: Buffer): Record<string, string>[] =>
  parse(bytes, { bom: true, columns: true })

/**
 * The expected cells of these fields as text, with an apostrophe before one that a spreadsheet
 * would read as a formula.
 */
export const cellsOf = (rows: readonly Row[], names: readonly string[]): string[][] =>
  rows.map((row) => names.map((name) => guardText(row[name] ?? "")))

const guardText = (value: unknown) =>
  typeof value === "string" && /^[=+\-@]/.test(value) ? `'${value}` : `${value}`

/** The cells of these columns. */
export const pickCells = (
  lines: ReturnType<typeof readCsv>,
  names: readonly string[],
): string[][] => lines.map((line) => names.map((name) => `${line[name]}`))

/** The person's exports, newest first. */
export const cards = (page: Page): Locator =>
  page.getByRole("list", { name: "Downloads" }).getByRole("listitem")

/** Expects that axe finds no violation on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target}`)).toEqual([])
}
