import type { Locator, Page } from "@playwright/test"
import { pickEntry } from "./pick-entry"

/** The input device: a mouse, a thumb on a phone, or only a keyboard. */
export type Hands = "mouse" | "touch" | "keys"
export const allHands: readonly Hands[] = ["mouse", "touch", "keys"]

/**
 * A person who starts at Home and whose clicks are counted; typing into a field counts as one,
 * unless the field already has the focus.
 */
export interface Visit {
  readonly page: Page
  readonly hands: Hands
  click(target: Locator, button?: "left" | "right"): Promise<void>
  pick(entry: Locator): Promise<void>
  type(field: Locator, text: string): Promise<void>
  press(key: string): Promise<void>
  /** Chooses from a list that opens: two clicks. */
  choose(control: Locator, option: string | RegExp): Promise<void>
  /** Follows links of the navigation, from level to level. */
  open(...names: readonly string[]): Promise<void>
  readonly clicks: () => number
}

/** The most key presses until the target has the focus. */
const maxKeys = 400

/** Runs in the page: whether an element, or its focusable part, has the focus. */
export function hasFocus(element: Element): boolean {
  const focusable = "a[href], button, input, select, textarea, summary, [tabindex]"
  const own = element.closest(focusable) ?? element.querySelector(focusable) ?? element
  return own === document.activeElement
}
/** Runs in the page: whether an entry of an open list is the one that Enter selects. */
const isHighlighted = (element: Element) =>
  element.matches("[data-highlighted], [data-selected=true], :focus")

/** Presses a key until the target meets the condition. */
export async function pressUntil(
  target: Locator,
  key: string,
  isReached: (element: Element) => boolean,
) {
  await target.waitFor()
  for (let at = 0; at < maxKeys; at += 1) {
    if (await target.evaluate(isReached)) return
    await target.page().keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${target}.`)
}

/** Runs in the page: the position of a grid cell or header; headers are in row -1. */
function cellPosition(element: Element) {
  const cell = element.closest<HTMLElement>("[role=grid] :is([role=gridcell], [role=columnheader])")
  if (!cell) return undefined
  const row = Number(cell.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1)
  return { row, column: Number(cell.ariaColIndex) - 1 }
}

/** Runs in the page. */
const isCheckbox = (element: Element) => element.closest("[role=checkbox]") !== null

/**
 * Moves to the target by Tab, or by the arrow keys in a grid, and presses Enter, or Space on a
 * checkbox.
 */
async function pressByKeys(target: Locator): Promise<void> {
  const page = target.page()
  const { keyboard } = page
  await target.waitFor()
  const cell = await target.evaluate(cellPosition)
  if (cell) {
    await pressUntil(page.getByRole("grid"), "Tab", hasFocus)
    await keyboard.press("Control+Home")
    if (cell.row < 0) await keyboard.press("ArrowUp")
    for (let at = 0; at < cell.row; at += 1) await keyboard.press("ArrowDown")
    for (let at = 0; at < cell.column; at += 1) await keyboard.press("ArrowRight")
  } else await pressUntil(target, "Tab", hasFocus)
  await keyboard.press(!cell && (await target.evaluate(isCheckbox)) ? "Space" : "Enter")
}

/** Starts a visit on a page that shows Home. */
export function countClicks(page: Page, hands: Hands): Visit {
  let clicks = 0
  const visit: Visit = {
    page,
    hands,
    clicks: () => clicks,
    async click(target, button = "left") {
      if (hands === "keys") await pressByKeys(target)
      else if (hands === "touch") await target.tap()
      else await target.click({ button })
      clicks += 1
    },
    async pick(entry) {
      if (hands === "keys") {
        await pressUntil(entry, "ArrowDown", isHighlighted)
        await page.keyboard.press("Enter")
      } else await pickEntry(entry)
      clicks += 1
    },
    async type(field, text) {
      if (!(await field.evaluate(hasFocus))) clicks += 1
      if (hands === "keys") {
        await pressUntil(field, "Tab", hasFocus)
        await page.keyboard.press("Control+A")
        await page.keyboard.insertText(text)
      } else await field.fill(text)
    },
    async press(key) {
      await page.keyboard.press(key)
      clicks += 1
    },
    async choose(control, option) {
      await visit.click(control)
      await visit.pick(page.getByRole("option", { name: option, exact: true }))
    },
    async open(...names) {
      if (hands === "touch")
        await visit.click(page.getByRole("button", { name: "Open the navigation" }))
      const navigation = page.getByRole("navigation", { name: "Main navigation" })
      for (const name of names)
        await visit.click(navigation.getByRole("link", { name, exact: true }))
    },
  }
  return visit
}
