/**
 * The functions that a page with a chart offers to the benchmark; its data exists before the chart
 * is drawn.
 */
export interface ChartPage {
  /** Draws the chart; returns the milliseconds until it was painted. */
  readonly paint: () => Promise<number>
  /**
   * Moves the pointer over the drawn chart this many times; returns the milliseconds of each move
   * until its readout was painted.
   */
  readonly hover: (moves: number) => Promise<number[]>
  /** How many of the outliers are drawn, if the chart draws fewer than all points. */
  readonly extremes?: () => { readonly drawn: number; readonly all: number }
}

/** How a chart is mounted in the page's root, and the selectors of its parts. */
export interface DrawnChart {
  readonly mount: (root: HTMLElement) => void
  /** Whether all its lines are drawn. */
  readonly isDrawn: (root: HTMLElement) => boolean
  /** The selector of the area to move the pointer over. */
  readonly plot: string
  /** The selector of the element that shows the values under the pointer. */
  readonly readout: string
  readonly extremes?: ChartPage["extremes"]
}

const maxFrames = 1200
const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
const afterPaint = async () => {
  await nextFrame()
  await new Promise((resolve) => setTimeout(resolve, 0))
}

function findRoot(): HTMLElement {
  const root = document.getElementById("root")
  if (!root) throw new Error("The page has no place for the chart.")
  return root
}

async function paint({ mount, isDrawn }: DrawnChart): Promise<number> {
  const root = findRoot()
  await afterPaint()
  const start = performance.now()
  mount(root)
  for (let frames = 0; !isDrawn(root); frames += 1) {
    if (frames > maxFrames) throw new Error("The chart is not drawn.")
    await nextFrame()
  }
  await afterPaint()
  return performance.now() - start
}

function movePointer(plot: Element, share: number): void {
  const { left, top, width, height } = plot.getBoundingClientRect()
  const [clientX, clientY] = [left + width * share, top + height / 2]
  const target = document.elementFromPoint(clientX, clientY) ?? plot
  const event = { clientX, clientY, bubbles: true, view: window }
  target.dispatchEvent(new PointerEvent("pointermove", { ...event, pointerType: "mouse" }))
  target.dispatchEvent(new MouseEvent("mousemove", event))
}

async function hover({ plot, readout }: DrawnChart, moves: number): Promise<number[]> {
  const root = findRoot()
  const element = root.querySelector(plot)
  if (!element) throw new Error(`The chart has no ${plot}.`)
  const times: number[] = []
  let [before, changes] = ["", 0]
  for (let move = 0; move < moves; move += 1) {
    await afterPaint()
    const start = performance.now()
    // A step of seven tenths of the width, wrapping around, so that each move is long.
    movePointer(element, 0.05 + 0.9 * ((move * 0.7) % 1))
    await afterPaint()
    times.push(performance.now() - start)
    const text = document.querySelector(readout)?.textContent ?? ""
    if (text !== before) changes += 1
    before = text
  }
  if (changes < moves / 2) throw new Error(`Of ${moves} moves ${changes} told anything new.`)
  return times
}

/** Publishes the page's functions for the benchmark. */
export function offerChart(chart: DrawnChart): void {
  const { extremes } = chart
  const page: ChartPage = {
    paint: () => paint(chart),
    hover: (moves) => hover(chart, moves),
    ...(extremes && { extremes }),
  }
  Object.assign(globalThis, { chartPage: page })
}
