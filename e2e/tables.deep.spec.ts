import { type BrowserContext, test as base, type Page, type Response } from "@playwright/test"
import { catalogue, findOperation, type ListOperation, type Row } from "@/lib/catalogue"
import { expect, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { reportUrl } from "./report-page"
import { type LargeStack, readRows, startLargeStack } from "./start-large"

const points = findOperation(catalogue, "data-points") as ListOperation
const rowHeight = 36

const grid = (page: Page) => page.getByRole("grid")
const foot = (page: Page) => page.getByText(/rows? loaded/).last()
const loaded = async (page: Page) => Number((await foot(page).textContent())?.replaceAll(/\D/g, ""))

/** The first visible row below the header: its index, its text and its position. */
const firstInSight = (page: Page) =>
  grid(page).evaluate((element) => {
    const top = element.getBoundingClientRect().top + 36
    const rows = [...element.querySelectorAll<HTMLElement>("[data-row]")]
      .map((row) => ({ row, at: row.getBoundingClientRect().top - top }))
      .filter(({ at }) => at > -36)
      .toSorted((a, b) => a.at - b.at)
    const [first] = rows
    return first && { index: first.row.dataset["row"], text: first.row.textContent, at: first.at }
  })

const scrollToEnd = (page: Page) =>
  grid(page).evaluate(
    (element) =>
      new Promise((done) => {
        element.scrollTop = element.scrollHeight
        requestAnimationFrame(() => setTimeout(done, 0))
      }),
  )

const scrollToRow = (page: Page, index: number) =>
  grid(page).evaluate((element, top) => {
    element.scrollTop = top
  }, index * rowHeight)

/** Scrolls as fast as the browser can until enough rows are loaded or the list ends. */
async function scrollDown(page: Page, enough = Number.POSITIVE_INFINITY) {
  for (;;) {
    await scrollToEnd(page)
    const text = await foot(page).textContent()
    if (text?.startsWith("All") || (await loaded(page)) >= enough) return
  }
}

/** Records the pages that the browser receives, in order. */
function recordPages(page: Page) {
  const urls: string[] = []
  const answers: Promise<{ data: Row[] }>[] = []
  page.on("response", (response: Response) => {
    if (!response.url().includes("/dataPoints?") || !response.ok()) return
    urls.push(response.url())
    answers.push(response.json())
  })
  return { urls, rows: async () => (await Promise.all(answers)).flatMap(({ data }) => data) }
}

const heapSize = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send("HeapProfiler.collectGarbage")
  const { usedSize } = await session.send("Runtime.getHeapUsage")
  await session.detach()
  return usedSize
}

const textsOf = (rows: readonly Row[]) =>
  rows.map(({ timeStamp, label, value, departmentId, userId }) =>
    JSON.stringify([timeStamp, label, value, departmentId, userId]),
  )

/** Every data point of the large data set, from the service. */
const readAllOf = (stack: LargeStack) =>
  readRows(stack, `/v1.4/dataSets/${stack.dataSetId}/dataPoints?limit=1000&sort=-timeStamp`)

async function chooseColumn(page: Page, column: string, item: string) {
  const header = page.getByRole("columnheader").filter({ hasText: column }).first()
  await header.hover()
  await header.getByRole("button", { name: `Column menu: ${column}` }).click()
  await pickEntry(page.getByRole("menuitem", { name: item, exact: true }))
}

test.describe("a list of more than 12,000 rows", () => {
  test.describe.configure({ mode: "serial", timeout: 300_000 })
  let stack: LargeStack
  let context: BrowserContext

  base.beforeAll(async ({ browser }) => {
    base.setTimeout(300_000)
    stack = await startLargeStack(0.25)
    context = await browser.newContext({ baseURL: stack.url })
    await signIn(await context.newPage(), "analyst")
  })
  base.afterAll(async () => {
    await context?.close()
    await stack?.stop()
  })

  /**
   * Opens the report and records the pages after the first, which is rendered with the document.
   */
  async function open() {
    const page = await context.newPage()
    const pages = recordPages(page)
    await page.goto(reportUrl(points, { dataSetId: stack.dataSetId }))
    await expect(grid(page).locator("[data-row]").first()).toBeVisible()
    return { page, pages }
  }

  test("requests each cursor once and in order while scrolled fast, and shows each record once", async () => {
    const { page, pages } = await open()
    await scrollToEnd(page)
    await expect.poll(() => pages.urls.length).toBeGreaterThan(0)
    const before = await heapSize(page)
    await scrollDown(page)
    const count = await loaded(page)
    expect(pages.urls.length).toBeGreaterThan(50)
    expect(new Set(pages.urls).size).toBe(pages.urls.length)

    const calls = stack.recorder.calls.filter(({ path }) => path.includes("/dataPoints?"))
    const requested = calls.filter(({ path }) => !path.includes("userId"))
    expect(new Set(requested.map(({ path }) => path)).size).toBe(requested.length)
    // Whether the points belong to persons is requested for the first page, and then once a minute.
    expect(calls.length - requested.length).toBeLessThan(5)
    const all = await readAllOf(stack)
    expect(count).toBe(all.length)
    const [first] = all.splice(0, 200)
    expect(first).toBeDefined()
    expect(textsOf(await pages.rows())).toEqual(textsOf(all))

    const nodes = await grid(page).evaluate((element) => element.querySelectorAll("*").length)
    expect(nodes).toBeLessThan(550)
    expect((await heapSize(page)) - before).toBeLessThan(60 * 1024 * 1024)

    await scrollToRow(page, 0)
    await expect(page.locator("[data-row='0']")).toBeVisible()
    const shown = page.locator("[data-row='0'] [data-field=value]")
    await expect(shown).toHaveAttribute("title", String(first?.["value"] ?? ""))
    // Far from its last position, the list starts again with its first page.
    await expect.poll(() => loaded(page)).toBe(200)
    await page.close()
  })

  test("starts over when a cursor is refused, and keeps its position", async () => {
    const { page, pages } = await open()
    let cursors = 0
    let goOn = () => {}
    const looked = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route(/dataPoints\?.*cursor=/, async (route) => {
      const url = new URL(route.request().url())
      cursors += 1
      // The dashboard refuses a cursor that it did not issue.
      if (cursors === 7) {
        url.searchParams.set("cursor", "no-cursor-of-this-dashboard")
        await looked
      }
      await route.continue({ url: url.href })
    })
    await scrollDown(page, 1400)
    await scrollToRow(page, 1350)
    await expect.poll(async () => (await firstInSight(page))?.index).toBe("1350")
    const before = await firstInSight(page)
    goOn()
    await expect(page.getByText("The list was reloaded where you were.")).toBeVisible()
    await expect.poll(() => loaded(page)).toBeGreaterThan(1400)
    expect(await firstInSight(page)).toEqual(before)

    await scrollDown(page, 3000)
    const all = await readAllOf(stack)
    for (const index of [1399, 1400, 1599, 1600, 2100]) {
      await scrollToRow(page, index)
      const cell = page.locator(`[data-row='${index}'] [data-field=timeStamp]`)
      await expect(cell).toHaveAttribute("title", String(all[index]?.["timeStamp"]))
    }
    expect(pages.urls.length).toBeGreaterThan(10)
    await page.close()
  })

  test("starts at its top and requests nothing when an earlier sort is restored", async () => {
    const { page, pages } = await open()
    const first = page.locator("[data-row='0'] [data-field=timeStamp]")
    const time = `${await first.getAttribute("title")}`
    await chooseColumn(page, "Time", "Sort ascending")
    await expect(first).not.toHaveAttribute("title", time)
    const requested: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("/dataPoints?")) requested.push(request.url())
    })
    await scrollDown(page, 500)
    await expect.poll(() => requested.filter((url) => !pages.urls.includes(url))).toEqual([])
    requested.length = 0
    await page.goBack()
    await expect(first).toHaveAttribute("title", time)
    await expect.poll(() => loaded(page)).toBe(200)
    expect(requested).toEqual([])
    await page.close()
  })

  test("keeps its rows when the next ones fail, and continues on Try again", async () => {
    const { page } = await open()
    await page.route(/dataPoints\?.*cursor=/, (route) => route.abort())
    await scrollToEnd(page)
    await expect(page.getByText("No connection to the dashboard")).toBeVisible()
    expect(await loaded(page)).toBe(200)
    await page.unroute(/dataPoints\?.*cursor=/)
    await page.getByRole("button", { name: "Try again" }).click()
    await expect.poll(() => loaded(page)).toBeGreaterThan(200)
    await page.close()
  })
})
