import type { ScrollPart } from "./scroll-part"

/** The page's measurements of a scroll. */
export interface SeenScroll {
  /** The start times of its frames, in milliseconds. */
  readonly stamps: readonly number[]
  /** The maximum number of elements below the page's root. */
  readonly elements: number
}

/**
 * The functions that a page with a table offers to the benchmark; the rows exist before the table
 * is drawn.
 */
export interface GridPage {
  /** Draws the table with all its rows; returns the milliseconds until rows were painted. */
  readonly paint: () => Promise<number>
  /** Scrolls the table by a script, one step in each frame. */
  readonly scroll: (parts: readonly ScrollPart[]) => Promise<SeenScroll>
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
const cellsInSight = 100

function findRoot(): HTMLElement {
  const root = document.getElementById("root")
  if (!root) throw new Error("The page has no place for the table.")
  return root
}

function findScrollable(root: Element): Element {
  const scrollable = [...root.querySelectorAll("*")].filter(
    (element) =>
      element.scrollHeight > 20 * element.clientHeight &&
      /auto|scroll/.test(getComputedStyle(element).overflowY),
  )
  const [grid] = scrollable.toSorted((one, other) => other.clientWidth - one.clientWidth)
  if (!grid) throw new Error("The page has nothing to scroll.")
  return grid
}

async function paint(mount: (root: HTMLElement) => void): Promise<number> {
  const root = findRoot()
  const start = performance.now()
  mount(root)
  while (root.querySelectorAll("[role=gridcell]").length < cellsInSight) await nextFrame()
  await nextFrame()
  await new Promise((resolve) => setTimeout(resolve, 0))
  return performance.now() - start
}

async function scroll(parts: readonly ScrollPart[]): Promise<SeenScroll> {
  const root = findRoot()
  const grid = findScrollable(root)
  const before = grid.scrollTop
  const stamps = [await nextFrame()]
  let elements = 0
  for (const pixels of parts.flatMap((part) => Array<number>(part.frames).fill(part.pixels))) {
    grid.scrollTop += pixels
    stamps.push(await nextFrame())
    if (stamps.length % 20 === 0) elements = Math.max(elements, root.querySelectorAll("*").length)
  }
  if (grid.scrollTop === before) throw new Error("The grid did not scroll.")
  return { stamps, elements }
}

/**
 * Publishes the page's functions for the benchmark; `mount` draws its table into the page's root.
 */
export const offerGrid = (mount: (root: HTMLElement) => void): void => {
  Object.assign(globalThis, { gridPage: { paint: () => paint(mount), scroll } satisfies GridPage })
}
