/** The pointer targets of a page. */
export interface Targets {
  readonly count: number
  /**
   * Each target smaller than 24 by 24 pixels that is neither inline in text nor spaced far enough
   * from others (WCAG 2.2, 2.5.8).
   */
  readonly small: readonly string[]
}

/** Measures the pointer targets within a part of the page; runs in the page. */
export function measureTargets(part: string): Targets {
  const least = 24
  const pressed =
    "a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=option], [role=combobox], [role=slider], [role^=menuitem]"
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return (
      Math.min(width, height) > 1 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest("[aria-hidden=true], [inert], :disabled")
    )
  }
  /**
   * The area that receives presses: the element or its label, extended by an absolute `::after`.
   */
  const areaOf = (element: HTMLElement) => {
    const own = (element.closest("label") ?? element).getBoundingClientRect()
    const { content, position, ...over } = getComputedStyle(element, "::after")
    const frame = (
      getComputedStyle(element).position === "static" ? element.offsetParent : element
    )?.getBoundingClientRect()
    if (content === "none" || position !== "absolute" || !frame) return own
    const [x, y] = [
      frame.left + Number.parseFloat(over.left),
      frame.top + Number.parseFloat(over.top),
    ]
    return {
      left: Math.min(own.left, x),
      top: Math.min(own.top, y),
      right: Math.max(own.right, x + Number.parseFloat(over.width)),
      bottom: Math.max(own.bottom, y + Number.parseFloat(over.height)),
    }
  }
  /** A dialog or menu covers the targets below it. */
  const layerOf = (element: Element) => element.closest("[role=dialog], [role=menu]")
  const blockOf = (element: Element): Element | null => {
    const above = element.parentElement
    return above && getComputedStyle(above).display === "inline" ? blockOf(above) : above
  }
  /** Whether the target is inline in other text, which sets the height of the line. */
  const isInText = (element: Element) => {
    const block = blockOf(element)
    if (!block || getComputedStyle(element).display !== "inline") return false
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      if (/\p{L}/u.test(textContent ?? "") && !parentElement?.closest(pressed)) return true
    }
    return false
  }
  const targets = [...document.querySelectorAll<HTMLElement>(pressed)]
    .filter(isShown)
    .map((element) => {
      const { left, right, top, bottom } = areaOf(element)
      const isSmall = Math.min(right - left, bottom - top) < least - 0.5
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      return { element, left, right, top, bottom, isSmall, x, y }
    })
  type Target = (typeof targets)[number]
  /** Whether the circle around a small target touches another target or the circle around it. */
  const touches = ({ element, x, y }: Target, other: Target) => {
    if (other.element === element || layerOf(other.element) !== layerOf(element)) return false
    if (other.isSmall) return Math.hypot(x - other.x, y - other.y) < least
    const across = Math.max(other.left - x, 0, x - other.right)
    const down = Math.max(other.top - y, 0, y - other.bottom)
    return Math.hypot(across, down) < least / 2
  }
  const measured = targets.filter(({ element }) => element.closest(part))
  const small = measured.filter(
    (target) =>
      target.isSmall &&
      !isInText(target.element) &&
      targets.some((other) => touches(target, other)),
  )
  const write = ({ element, left, right, top, bottom }: Target) => {
    const name = element.ariaLabel ?? element.textContent?.trim().slice(0, 40)
    const size = `${Math.round(right - left)} × ${Math.round(bottom - top)}`
    return `${element.tagName.toLowerCase()} "${name}" ${size}`
  }
  return { count: measured.length, small: small.map(write) }
}
