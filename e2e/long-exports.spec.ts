import { type BrowserContext, test as base, type Page } from "@playwright/test"
import { catalogue, findOperation, type ListOperation, type Row } from "@/lib/catalogue"
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
import { type LargeStack, startLargeStack } from "./start-large"

const points = findOperation(catalogue, "data-points") as ListOperation

test.describe("an export of several pages", () => {
  test.describe.configure({ mode: "serial", timeout: 120_000 })
  let stack: LargeStack
  let context: BrowserContext

  base.beforeAll(async ({ browser }) => {
    base.setTimeout(120_000)
    stack = await startLargeStack(0.1)
    context = await browser.newContext({ baseURL: stack.url })
    await signIn(await context.newPage(), "analyst")
  })
  base.afterAll(async () => {
    await context?.close()
    await stack?.stop()
  })

  /** Starts an export whose first page comes and whose second is kept back until `letGo`. */
  async function startHeld() {
    const page = await context.newPage()
    await page.goto(reportUrl(points, { dataSetId: stack.dataSetId }))
    const dialog = await openChoices(page)
    await choose(page, "Column heads", "Field names")
    await expect(dialog.getByRole("status")).toContainText("At least 1 request")
    const isExport = ({ path }: { path: string }) => path.includes("limit=1000")
    const before = stack.recorder.calls.filter(isExport).length
    const calls = () => stack.recorder.calls.filter(isExport).length - before
    const letFirst = stack.recorder.hold()
    const id = await startedBy(page, () =>
      dialog.getByRole("button", { name: "Start export" }).click(),
    )
    await expect.poll(calls).toBe(1)
    const letGo = stack.recorder.hold()
    letFirst()
    await expect.poll(calls).toBe(2)
    return { page, id, letGo }
  }

  const expectWhole = async (page: Page, id: string) => {
    await expect(fileLink(page, id)).toHaveText("Download")
    const file = await download(page, () => fileLink(page, id).click())
    const names = ["timeStamp", "label", "value", "departmentId", "userId"]
    const rows = await readPoints(stack)
    expect(rows.length).toBeGreaterThan(3000)
    expect(pickCells(readCsv(file.bytes), names)).toEqual(cellsOf(rows, names))
  }

  test("is paused in the middle, gives the part that it has under a name that says so, goes on and ends whole", async () => {
    const { page, id, letGo } = await startHeld()
    const card = cards(page).first()
    await expect(card).toContainText("1,000 rows, 1 request")
    await expectAccessible(page)
    await card.getByRole("button", { name: "Pause" }).click()
    await expect(card).toContainText("Paused")
    await expectAccessible(page)
    letGo()
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

  test("goes on after the browser was closed in the middle", async ({ browser }) => {
    const own = await browser.newContext({
      baseURL: stack.url,
      storageState: await context.storageState(),
    })
    const { page, id, letGo } = await startHeld()
    await page.close()
    letGo()
    const later = await own.newPage()
    await expect
      .poll(async () => (await (await own.request.get(`/api/exports/${id}`)).json()).state)
      .toBe("done")
    await later.goto("/exports")
    await expectWhole(later, id)
    await own.close()
  })

  test("is cancelled in the middle and keeps no row, beside another that ends", async () => {
    const { page, id, letGo } = await startHeld()
    const { exports } = await (await page.request.get("/api/exports")).json()
    const others = exports.filter((job: Row) => job["id"] !== id)
    await cards(page)
      .first()
      .getByRole("button", { name: /^Cancel/ })
      .click()
    await expect(cards(page).first()).toContainText("Cancelled")
    letGo()
    expect((await page.request.get(`/api/exports/${id}/file`)).status()).toBe(409)
    for (const job of others) await expect(fileLink(page, `${job.id}`)).toHaveText("Download")
    await page.close()
  })
})

/** Every data point of the large data set, from the service itself. */
async function readPoints({ recorder, dataSetId }: LargeStack): Promise<Row[]> {
  const token = recorder.calls.findLast((call) => call.token)?.token
  const rows: Row[] = []
  let url = `${recorder.url}/api/v1.4/dataSets/${dataSetId}/dataPoints?limit=1000&sort=timeStamp`
  while (url) {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
    const { data, nextUrl } = (await answer.json()) as { data: Row[]; nextUrl?: string }
    rows.push(...data)
    url = nextUrl ?? ""
  }
  return rows
}
