import type { Locator, Page } from "@playwright/test"
import { expect } from "./people"
import { pickEntry } from "./pick-entry"

/** An entry's row, without its child entries. */
export const entryRow = (page: Page, name: string): Locator =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByText(name, { exact: true }) })
    .last()

/** Chooses an action from an entry's menu. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click()
  await pickEntry(page.getByRole("menuitem", { name: action, exact: true }))
}

/** Fills the open form and presses "Save". */
export async function fillEntry(page: Page, fields: Readonly<Record<string, string>>) {
  const dialog = page.getByRole("dialog")
  for (const [label, text] of Object.entries(fields))
    await dialog.getByRole("textbox", { name: label, exact: true }).fill(text)
  await dialog.getByRole("button", { name: "Save", exact: true }).click()
  return dialog
}

/** Fills the open form, saves it and waits until it has closed. */
export async function saveEntry(page: Page, fields: Readonly<Record<string, string>>) {
  await expect(await fillEntry(page, fields)).toBeHidden()
}

/** Opens the form for a new root entry. */
export const openEntryForm = (page: Page, kind: string): Promise<void> =>
  page.getByRole("button", { name: `Add: ${kind}`, exact: true }).click()

/** Adds a root entry. */
export async function addEntry(page: Page, kind: string, fields: Readonly<Record<string, string>>) {
  await openEntryForm(page, kind)
  await saveEntry(page, fields)
}

/** Removes or hides an entry, confirms, and returns the dialog's text. */
export async function takeAway(page: Page, name: string, action: "Hide" | "Remove") {
  await act(page, name, action)
  const dialog = page.getByRole("dialog", { name: `${action} ${name}?` })
  const words = await dialog.textContent()
  await dialog.getByRole("button", { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
  return words
}

/** Chooses a file for the only file input within. */
export const bring = (within: Locator, name: string, text: string): Promise<void> =>
  within.locator("input[type=file]").setInputFiles({
    name,
    mimeType: name.endsWith(".csv") ? "text/csv" : "application/json",
    buffer: Buffer.from(text),
  })

/** The rows of the table of errors: the place and what is wrong. */
export async function readFaults(within: Locator): Promise<string[]> {
  const rows = within.getByRole("region", { name: /error|Fehler|fejl/ }).getByRole("row")
  await expect(rows.first()).toBeVisible()
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent).join(": ")),
  )
  return texts.slice(1)
}
