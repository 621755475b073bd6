import type { Locator } from "@playwright/test"

/**
 * Chooses an entry of a menu or list. A click that finds it moving is tried again after scrolling the page, which
 * moves the popup under the pointer: the pointer is on the entry, at rest, before it is pressed.
 */
export async function pickEntry(entry: Locator): Promise<void> {
  await entry.hover()
  await entry.click()
}
