import type { Locator } from "@playwright/test"

/**
 * Chooses an entry of a menu or list. Playwright retries a click on a moving entry after scrolling
 * the page, which moves the popup under the pointer. Hovering first waits until the entry is at
 * rest under the pointer.
 */
export async function pickEntry(entry: Locator): Promise<void> {
  await entry.hover()
  await entry.click()
}
