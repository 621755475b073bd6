import type { Page } from "@playwright/test"
import { rowHeights } from "@/components/data-table/grid-layout"
import { catalogue, fieldsOf, type ListOperation, listOperations } from "@/lib/catalogue"
import { columnNames, densities, printLayout, type ViewLayout } from "@/lib/client/view-layout"
import { rounds } from "@/scripts/testing/rounds"
import { type GridEdges, measureGrids } from "./grid-edges"
import { expect, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath } from "./service-api"

const windows = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 480, height: 844 },
] as const

/** How far a grid is scrolled sideways, as a part of the whole; back to the start at the end. */
const asides = [0.4, 1, 0] as const

/**
 * Layouts of a list: its own, one with pinned columns, and one with columns moved, hidden and
 * narrower than their texts.
 */
function layoutsOf(operation: ListOperation): ViewLayout[] {
  const names = columnNames(operation, fieldsOf(catalogue, operation))
  const moved = names.slice(1).toReversed()
  return [
    { columns: names },
    { columns: names, pinned: names.slice(-2) },
    {
      columns: moved,
      pinned: moved.slice(1, 2),
      widths: Object.fromEntries(moved.map((name, at) => [name, at % 2 === 0 ? 64 : 300])),
    },
  ]
}

/** What the table looks like once it has applied a layout. */
const arrivedOf = ({ columns = [], pinned = [], density = "normal" }: ViewLayout) => ({
  field: pinned[0] ?? columns[0] ?? "",
  columns: `${columns.length}`,
  rowHeight: rowHeights[density],
})

const hasArrived = ({ field, columns, rowHeight }: ReturnType<typeof arrivedOf>) => {
  const grid = document.querySelector("[role=grid][aria-busy=false]")
  const row = grid?.querySelector("[data-row='0']")
  const first = row?.querySelector("[role=gridcell][aria-colindex='1']")
  return (
    grid?.getAttribute("aria-colcount") === columns &&
    first?.getAttribute("data-field") === field &&
    row?.getBoundingClientRect().height === rowHeight
  )
}

/** Scrolls the grid sideways and waits until it has drawn the columns there; runs in the page. */
async function scrollAside(part: number) {
  const grid = document.querySelector("[role=grid], [role=treegrid]")
  grid?.scrollTo({ left: part * (grid.scrollWidth - grid.clientWidth), behavior: "instant" })
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  await frame()
  await frame()
}

/**
 * Measures the page's grid part of the way, at its end and at its start; returns the misaligned
 * cells, and fails if there was nothing to measure.
 */
async function findOff(page: Page): Promise<string[]> {
  const off: string[] = []
  for (const part of asides) {
    await page.evaluate(scrollAside, part)
    const grids: GridEdges[] = await page.evaluate(measureGrids)
    expect(grids.map(({ cells }) => cells > 0)).toEqual([true])
    off.push(...grids.flatMap((grid) => grid.off.map((text) => `at ${part}: ${text}`)))
  }
  return off
}

/**
 * Changes the table's layout without loading the page. Retries, because a page that is not hydrated
 * ignores the navigation.
 */
async function layOut(page: Page, address: string, layout: ViewLayout) {
  const url = new URL(address, page.url())
  for (const [name, text] of printLayout(layout)) url.searchParams.set(`view.${name}`, text)
  await expect(async () => {
    await page.evaluate((href) => window.history.replaceState(null, "", href), url.href)
    await page.waitForFunction(hasArrived, arrivedOf(layout), { timeout: 1000 })
  }).toPass()
}

async function expectAligned(page: Page, address: string, layouts: readonly ViewLayout[]) {
  for (const size of windows) {
    await page.setViewportSize(size)
    for (const layout of layouts) {
      await layOut(page, address, layout)
      const { width } = size
      expect({ width, layout, off: await findOff(page) }).toEqual({ width, layout, off: [] })
    }
  }
}

const screens = listOperations(catalogue).flatMap((operation) => {
  const ownPage = async () => reportUrl(operation, await answeringPath(operation))
  const own = { name: operation.title, operation, address: ownPage }
  const inTable = {
    name: "the table of departments",
    operation,
    address: async () => "/organisation/table",
  }
  return operation.id === "departments" ? [own, inTable] : [own]
})

/** Each screen is checked in one of this many layouts, the next screen in the next ones. */
const every = rounds({ test: 18, deep: 4 })

/** The one table that `npm test` checks. */
const inTest = screens.findIndex(({ operation }) => operation.id === "departments")

for (const [turn, { name, operation, address }] of screens.entries())
  test(`every cell of ${name} aligns with its header at any window width, row height, scroll and layout`, {
    tag: turn === inTest ? [] : ["@deep"],
  }, async ({ openAs }) => {
    const page = await openAs("admin")
    const path = await address()
    await page.goto(path)
    const layouts = layoutsOf(operation).flatMap((layout) =>
      densities.map((density) => ({ ...layout, density })),
    )
    const inTurn = layouts.filter((_, at) => at % every === (turn + Math.floor(at / every)) % every)
    await expectAligned(page, path, inTurn)
  })

for (const role of ["admin", "hr"] as const)
  test(`every cell of the department tree aligns with its header for ${role}, in narrow and wide windows`, {
    tag: "@deep",
  }, async ({ openAs }) => {
    const page = await openAs(role)
    await page.goto("/organisation/tree?levels=all")
    await expect(page.getByRole("treegrid").getByRole("row").nth(1)).toBeVisible()
    for (const size of windows) {
      await page.setViewportSize(size)
      expect({ ...size, off: await findOff(page) }).toEqual({ ...size, off: [] })
    }
  })
