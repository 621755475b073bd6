import type { Page } from "@playwright/test"
import { expect } from "./people"

/** On a data set's explorer: starts the copy if nobody has, and waits until it is complete. */
export async function copyDataSet(page: Page): Promise<void> {
  const start = page.getByRole("button", { name: "Load this data set" })
  const complete = page.getByText(/^Updated /)
  await expect(start.or(complete)).toBeVisible({ timeout: 180_000 })
  // A parallel test may start the copy at the same moment, which removes the button.
  if (await start.isVisible()) await start.click({ timeout: 10_000 }).catch(() => {})
  await expect(complete).toBeVisible({ timeout: 180_000 })
}
