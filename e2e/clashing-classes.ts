import type { Page } from "@playwright/test"
import { twMerge } from "tailwind-merge"

const readClasses = () => [
  ...new Set([...document.querySelectorAll("[class]")].map((each) => each.getAttribute("class"))),
]

/**
 * The classes on elements that also have another class for the same CSS property, so that it is
 * unclear which one wins.
 */
export async function findClashingClasses(page: Page): Promise<string[]> {
  const all = await page.evaluate(readClasses)
  return all.flatMap((text) => {
    const names = (text ?? "").split(/\s+/).filter(Boolean)
    const left = new Set(twMerge(names.join(" ")).split(" "))
    const clashing = names.filter((name) => !left.has(name))
    return clashing.length > 0 ? [`${clashing.join(" ")} in ${text}`] : []
  })
}
