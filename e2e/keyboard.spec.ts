import type { Locator, Page } from "@playwright/test"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { cellsOf, download, pickCells, readCsv } from "./export-page"
import { expect, people, test } from "./people"
import { commonValue, readAll } from "./service-api"

const departments = findOperation(catalogue, "departments") as ListOperation

/**
 * The focused element if it has no visible focus; otherwise empty. A grid shows the focus on its
 * active cell, a combobox on its active option.
 */
const findUnseenFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const isOutlined = (element: Element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      return (
        outlineStyle !== "none" &&
        Number.parseFloat(outlineWidth) >= 1 &&
        !/, 0\)$|\/ 0\)$|^transparent$/.test(outlineColor)
      )
    }
    const held = document.activeElement
    if (!held || held === document.body) return ""
    const named = document.getElementById(held.getAttribute("aria-activedescendant") ?? "")
    const isTyped = held.matches("input:not([type=checkbox], [type=radio]), textarea")
    const isMenuItem = held.matches("[role^=menuitem], [role=option]")
    const isFilled = (element: Element) =>
      getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)"
    const seen =
      isOutlined(held) ||
      isTyped ||
      (named !== null && isOutlined(named)) ||
      (isMenuItem && isFilled(held))
    return seen ? "" : held.outerHTML.slice(0, 200)
  })

/** Presses Tab until the element has the focus; the focus must be visible at every stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < 120; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
    expect(await findUnseenFocus(page)).toBe("")
  }
  throw new Error(`The tabulator does not lead to ${target}.`)
}

async function signInByKeys(page: Page) {
  await page.goto("/")
  await tabTo(page, page.getByRole("button", { name: "Sign in" }))
  await page.keyboard.press("Enter")
  await tabTo(page, page.getByLabel("E-mail"))
  await page.keyboard.type(people.hr.email)
  await tabTo(page, page.getByLabel("Password"))
  await page.keyboard.type("demo")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toBeVisible()
}

/**
 * Opens a report by a part of its name. Retries, because a page that is not hydrated ignores the
 * shortcut.
 */
async function openByPalette(page: Page, words: string) {
  const palette = page.getByRole("dialog", { name: "Command palette" })
  await expect(async () => {
    await page.keyboard.press("Control+k")
    await expect(palette.getByRole("combobox")).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type(words)
  await page.keyboard.press("Enter")
}

/** Adds a filter on a value that is chosen from a list. */
async function filterBy(page: Page, property: string, value: string) {
  await tabTo(page, page.getByRole("button", { name: "Add filter" }))
  await page.keyboard.press("Enter")
  await expect(page.getByPlaceholder("Filter by…")).toBeFocused()
  await page.keyboard.type(property)
  await page.keyboard.press("Enter")
  await tabTo(page, page.getByRole("dialog").getByPlaceholder("Find or enter a value"))
  await page.keyboard.type(value)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`${property}=${value}`))
}

/** Chooses an entry from the menu of the first column. */
async function chooseInFirstColumn(page: Page, item: string) {
  await tabTo(page, page.getByRole("grid"))
  await page.keyboard.press("ArrowUp")
  expect(await findUnseenFocus(page)).toBe("")
  await page.keyboard.press("Shift+F10")
  const entry = page.getByRole("menuitem", { name: item })
  await expect(entry).toBeVisible()
  for (let steps = 0; steps < 9; steps += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press("ArrowDown")
  }
  expect(await findUnseenFocus(page)).toBe("")
  await page.keyboard.press("Enter")
}

test("by keyboard only, a person signs in, filters, sorts, reads a record and exports, with the focus always visible", {
  tag: "@deep",
}, async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const type = await commonValue(departments, "type")
  await signInByKeys(page)
  await openByPalette(page, "table")
  const grid = page.getByRole("grid")
  await expect(grid).toBeVisible()
  await filterBy(page, "type", type)
  await chooseInFirstColumn(page, "Sort descending")
  await expect(page).toHaveURL(/sort=-name/)

  const rows = await readAll(departments, {}, `type=${type}&sort=-name`)
  const first = `${rows[0]?.["name"]}`
  await expect(page.locator("[data-row='0'] [data-field=name]")).toHaveAttribute("title", first)
  await expect(grid).toBeFocused()
  await page.keyboard.press("ArrowDown")
  expect(await findUnseenFocus(page)).toBe("")
  await page.keyboard.press("Enter")
  const panel = page.getByRole("dialog")
  await expect(panel).toContainText(first)
  await tabTo(page, panel.getByRole("button", { name: "Next row" }))
  await page.keyboard.press("Enter")
  await expect(panel).toContainText(`${rows[1]?.["name"]}`)
  await page.keyboard.press("Escape")
  await expect(panel).toBeHidden()

  await tabTo(page, page.getByRole("button", { name: "Export…" }))
  await page.keyboard.press("Enter")
  await tabTo(page, page.getByRole("button", { name: "Download" }))
  const file = await download(page, () => page.keyboard.press("Enter"))
  expect(pickCells(readCsv(file.bytes), ["Name"])).toEqual(cellsOf(rows, ["name"]))
  await context.close()
})
