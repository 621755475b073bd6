/**
 * The controls, among the first `most` of a page, that cannot be reached: those that stay outside
 * the window after scrolling, are cut off, or are covered; runs in the page.
 */
export function findUnreachable(most: number): string[] {
  const controls =
    "a[href], button, input, select, textarea, summary, [role=button], [role=combobox], [role=tab], [role=switch], [role=application]"
  const isShown = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect()
    return (
      Math.min(width, height) > 1 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest("[aria-hidden=true], [inert], :disabled, [role=grid], [role=treegrid]")
    )
  }
  // The width of the line below a tab.
  const maxMoved = 2
  /** Whether a script has scrolled an element that people cannot scroll; scrolls it back. */
  const hasMovedHidden = (element: Element | null): boolean => {
    if (!element) return window.scrollX !== 0
    const { overflowX, overflowY } = getComputedStyle(element)
    const isFixed = (overflow: string) => overflow === "hidden" || overflow === "clip"
    const across = isFixed(overflowX) && Math.abs(element.scrollLeft) > maxMoved
    const down = isFixed(overflowY) && Math.abs(element.scrollTop) > maxMoved
    if (!across && !down) return hasMovedHidden(element.parentElement)
    element.scrollTo({ top: 0, left: 0, behavior: "instant" })
    return true
  }
  const isReached = (element: HTMLElement) => {
    element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" })
    if (hasMovedHidden(element.parentElement)) return false
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const isWhole = left >= -1 && right <= window.innerWidth + 1
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    if (!isWhole || !hit) return false
    return element.contains(hit) || hit.contains(element) || hit.closest("label") !== null
  }
  const found = [...document.querySelectorAll<HTMLElement>(controls)]
    .filter(isShown)
    .slice(0, most)
    .filter((element) => !isReached(element))
    .map((element) => `${element.tagName} ${element.ariaLabel ?? element.textContent?.trim()}`)
  window.scrollTo({ top: 0, behavior: "instant" })
  return found
}
