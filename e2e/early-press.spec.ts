import type { Page } from "@playwright/test"
import { expect, test } from "./people"

/** Holds back all code that is asked for from now on; answers what lets it come. */
async function holdCode(page: Page): Promise<() => void> {
  let letCome = () => {}
  const held = new Promise<void>((resolve) => {
    letCome = resolve
  })
  await page.route("**/_next/static/chunks/**", async (route) => {
    await held
    await route.continue()
  })
  return letCome
}

test.describe("what opens on demand, pressed before its code is there", () => {
  test("opens as soon as it is there: by a click, by Enter and by an arrow", async ({ openAs }) => {
    const page = await openAs("hr")
    const menu = page.getByRole("menu")
    const presses = [
      (name: string) => page.getByRole("button", { name }).click(),
      (name: string) => page.getByRole("button", { name }).press("Enter"),
      (name: string) => page.getByRole("button", { name }).press("ArrowDown"),
    ]
    for (const press of presses) {
      await page.goto("/reports/user-custom-fields")
      await expect(page.getByRole("grid")).toBeVisible()
      await page.waitForLoadState("networkidle")
      const letCome = await holdCode(page)
      await press("Theme")
      await expect(menu).toBeHidden()
      letCome()
      await expect(menu).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(menu).toBeHidden()
      await expect(page.getByRole("button", { name: "Theme" })).toBeFocused()
      await page.unrouteAll({ behavior: "wait" })
    }
  })

  test("keeps the focus while its code comes", async ({ openAs }) => {
    const page = await openAs("hr")
    await page.goto("/reports/user-custom-fields")
    await expect(page.getByRole("grid")).toBeVisible()
    await page.waitForLoadState("networkidle")
    const columns = page.getByRole("button", { name: /^Columns/ })
    const letCome = await holdCode(page)
    await columns.focus()
    const before = await columns.elementHandle()
    letCome()
    await expect.poll(() => before?.evaluate((element) => element.isConnected)).toBe(false)
    await expect(columns).toBeFocused()
  })
})
