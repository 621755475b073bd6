import type { Page } from "@playwright/test"
import { expect } from "./people"
import { pickEntry } from "./pick-entry"

/** Chooses from a list that is found by typing, once its search field has the focus. */
export async function chooseOption(
  page: Page,
  control: string,
  words: string,
  option: string | RegExp,
): Promise<void> {
  await page.getByRole("combobox", { name: control, exact: true }).click()
  await expect(page.locator("input[role=combobox]:focus")).toBeVisible()
  await page.keyboard.type(words)
  await pickEntry(page.getByRole("option", { name: option, exact: true }).first())
}
