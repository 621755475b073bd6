import type { Page } from "@playwright/test"
import { expect } from "./people"

/** On a data set's explorer: has it copied where nobody has, and waits for the end. */
export async function copyDataSet(page: Page): Promise<void> {
  const start = page.getByRole("button", { name: "Load this data set" })
  const complete = page.getByText(/^Updated /)
  await expect(start.or(complete)).toBeVisible({ timeout: 180_000 })
  // A test beside this one may start the copy in the same moment, which takes the button away.
  if (await start.isVisible()) await start.click({ timeout: 10_000 }).catch(() => {})
  await expect(complete).toBeVisible({ timeout: 180_000 })
}
