import { createHash } from "node:crypto"
import { type BrowserContext, test as base, type Page } from "@playwright/test"
import { catalogue, findOperation, type ListOperation, type Row } from "@/lib/catalogue"
import { rounds } from "@/scripts/testing/rounds"
import {
  cards,
  cellsOf,
  choose,
  download,
  expectAccessible,
  fileLink,
  openChoices,
  pickCells,
  readCsv,
  startedBy,
} from "./export-page"
import { expect, signIn, test } from "./people"
import { reportUrl } from "./report-page"
import { type LargeStack, readRows, startLargeStack } from "./start-large"

const points = findOperation(catalogue, "data-points") as ListOperation
const names = ["timeStamp", "label", "value", "departmentId", "userId"]
const pageRows = 1000

/** How many export pages were requested from the platform. */
const countPages = ({ recorder }: LargeStack) =>
  recorder.calls.filter(({ path }) => path.includes(`limit=${pageRows}`)).length

test.describe("an export of several pages", () => {
  test.describe.configure({ mode: "serial", timeout: 300_000 })
  let stack: LargeStack
  let context: BrowserContext

  base.beforeAll(async ({ browser }) => {
    base.setTimeout(300_000)
    stack = await startLargeStack(0.1)
    context = await browser.newContext({ baseURL: stack.url })
    await signIn(await context.newPage(), "analyst")
  })
  base.afterAll(async () => {
    await context?.close()
    await stack?.stop()
  })

  /** Starts an export, lets its first page through and holds the second until `release`. */
  async function startHeld() {
    const page = await context.newPage()
    await page.goto(reportUrl(points, { dataSetId: stack.dataSetId }))
    const dialog = await openChoices(page)
    await choose(page, "Content", "All fields")
    await expect(dialog.getByRole("status")).toContainText("More than 200 rows")
    const before = countPages(stack)
    const calls = () => countPages(stack) - before
    const letFirst = stack.recorder.hold()
    const id = await startedBy(page, () =>
      dialog.getByRole("button", { name: "Start export" }).click(),
    )
    await expect.poll(calls).toBe(1)
    const release = stack.recorder.hold()
    letFirst()
    await expect.poll(calls).toBe(2)
    return { page, id, release }
  }

  const expectWhole = async (page: Page, id: string) => {
    await expect(fileLink(page, id)).toHaveText("Download")
    const file = await download(page, () => fileLink(page, id).click())
    const rows = await readPoints(stack)
    expect(rows.length).toBeGreaterThan(3000)
    expect(pickCells(readCsv(file.bytes), names)).toEqual(cellsOf(rows, names))
  }

  // rules: Pausing
  test("is paused midway, offers its part under a partial name, resumes and completes", async () => {
    const { page, id, release } = await startHeld()
    const card = cards(page).first()
    await expect(card).toContainText("1,000 rows")
    await expect(card.getByRole("link", { name: "Open the list as exported" })).toHaveAttribute(
      "href",
      new RegExp(`^${reportUrl(points, { dataSetId: stack.dataSetId }).replace("?", "\\?")}`),
    )
    await expectAccessible(page)
    await card.getByRole("button", { name: "Pause" }).click()
    await expect(card).toContainText("Paused")
    await expectAccessible(page)
    release()
    await expect(fileLink(page, id)).toHaveText("Download part")
    const part = await download(page, () => fileLink(page, id).click())
    expect(part.name).toMatch(/-partial\.csv$/)
    expect(readCsv(part.bytes).length).toBe(1000)
    const manifest = await (await page.request.get(`/api/exports/${id}/manifest`)).json()
    expect(manifest).toMatchObject({ state: "partial", reason: "paused", sha256: part.sha256 })
    await card.getByRole("button", { name: "Resume" }).click()
    await expectWhole(page, id)
    await page.close()
  })

  // rules: Resuming 1
  test("continues after the browser is closed midway", async ({ browser }) => {
    const own = await browser.newContext({
      baseURL: stack.url,
      storageState: await context.storageState(),
    })
    const { page, id, release } = await startHeld()
    await page.close()
    release()
    const later = await own.newPage()
    await expect
      .poll(async () => (await (await own.request.get(`/api/exports/${id}`)).json()).state)
      .toBe("done")
    await later.goto("/downloads")
    await expectWhole(later, id)
    await own.close()
  })

  // rules: Cancelling
  test("is cancelled midway and keeps no row, while other exports complete", async () => {
    const { page, id, release } = await startHeld()
    const { exports } = await (await page.request.get("/api/exports")).json()
    const others = exports.filter((job: Row) => job["id"] !== id)
    await cards(page)
      .first()
      .getByRole("button", { name: /^Cancel/ })
      .click()
    await expect(cards(page).first()).toContainText("Cancelled")
    release()
    expect((await page.request.get(`/api/exports/${id}/file`)).status()).toBe(409)
    for (const job of others) await expect(fileLink(page, `${job.id}`)).toHaveText("Download")
    await page.close()
  })
})

/** The minimum number of rows to export before and after the kill. */
const minRows = rounds({ test: 10_000, deep: 60_000 })

test.describe(`an export of ${minRows} rows`, () => {
  let stack: LargeStack

  base.beforeAll(async () => {
    base.setTimeout(600_000)
    // Half of the demo data's points are of one data set.
    stack = await startLargeStack(Number((minRows / 45_000).toFixed(3)))
  })
  base.afterAll(() => stack?.stop())

  /**
   * Starts an export and lets `pages` pages through; the next one is requested and held until
   * `release`.
   */
  async function startHeldAt(page: Page, pages: number) {
    await page.goto(reportUrl(points, { dataSetId: stack.dataSetId }))
    const dialog = await openChoices(page)
    await choose(page, "Content", "All fields")
    let release = stack.recorder.hold()
    const id = await startedBy(page, () =>
      dialog.getByRole("button", { name: "Start export" }).click(),
    )
    for (let requested = 1; requested <= pages; requested += 1) {
      await expect.poll(() => countPages(stack), { intervals: [10] }).toBe(requested)
      const letThis = release
      release = stack.recorder.hold()
      letThis()
    }
    await expect.poll(() => countPages(stack)).toBe(pages + 1)
    return { id, release }
  }

  const digest = (cells: readonly (readonly string[])[]) => ({
    count: cells.length,
    sha256: createHash("sha256").update(JSON.stringify(cells)).digest("hex"),
  })

  // rules: Resuming 1
  test("resumes after its dashboard and browser are killed, and ends with the source's count and checksum", async ({
    browser,
  }) => {
    test.setTimeout(900_000)
    const kept = Math.floor(minRows / pageRows / 3)
    const context = await browser.newContext({ baseURL: stack.url })
    const page = await context.newPage()
    await signIn(page, "analyst")
    const { id, release } = await startHeldAt(page, kept)
    await expect(cards(page).first()).toContainText(
      `${(kept * pageRows).toLocaleString("en")} rows`,
    )
    await Promise.all([stack.killDashboard(), context.close()])
    release()

    await stack.restartDashboard()
    const own = await browser.newContext({ baseURL: stack.url })
    const later = await own.newPage()
    await signIn(later, "analyst", "/downloads")
    await expect(fileLink(later, id)).toHaveText("Download", { timeout: 600_000 })
    const requested = countPages(stack)
    const rows = await readPoints(stack)
    expect(rows.length).toBeGreaterThanOrEqual(minRows)
    // Each page once, and the page in flight a second time.
    expect(requested).toBe(Math.ceil(rows.length / pageRows) + 1)
    const file = await download(later, () => fileLink(later, id).click())
    expect(file.name).not.toContain("partial")
    const cells = pickCells(readCsv(file.bytes), names)
    expect(digest(cells)).toEqual(digest(cellsOf(rows, names)))
    const manifest = await (await own.request.get(`/api/exports/${id}/manifest`)).json()
    expect(manifest).toMatchObject({
      state: "complete",
      rows: rows.length,
      sha256: file.sha256,
    })
    await own.close()
  })
})

/** Every data point of the large data set, from the service. */
const readPoints = (stack: LargeStack) =>
  readRows(stack, `/v1.4/dataSets/${stack.dataSetId}/dataPoints?limit=1000&sort=-timeStamp`)
