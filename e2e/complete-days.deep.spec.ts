import type { Browser } from "@playwright/test"
import { catalogue, findOperation } from "@/lib/catalogue"
import { copyDataSet } from "./copy-data-set"
import { readWorkspace } from "./environment"
import { expect, signIn, test } from "./people"
import { type CountedDataSet, checkPeriod, checkTiles, periods } from "./period-figures"
import type { RawPoint } from "./plain-figures"
import { readAll } from "./service-api"
import { shiftPoints } from "./shift-points"
import { type LargeStack, readRows, startLargeStack } from "./start-large"

const points = findOperation(catalogue, "data-points")
if (points?.kind !== "list") throw new Error("There is no list of data points.")
const operation = points
const zone = "Europe/Copenhagen"

test("comparisons end where the data ends, in headline, table, file and tile", async ({
  openAs,
}) => {
  const found = readWorkspace().entries.find(({ name }) => name === "Footfall")
  const id = found?.id ?? ""
  const rows = (await readAll(operation, { dataSetId: id })) as unknown as RawPoint[]
  const dataSet: CountedDataSet = { id, points: rows }
  const page = await openAs("analyst")
  await page.goto(`/figures/${id}`)
  await copyDataSet(page)
  for (const period of ["last-30-days", "this-month", "today", "this-week"])
    await checkPeriod(page, dataSet, period)
  await checkTiles(page, dataSet, ["last-30-days", "this-month"])
})

test("comparisons start where the data starts, and headline, table and chart say so", async ({
  openAs,
}) => {
  const found = readWorkspace().entries.find(({ name }) => name === "Footfall")
  const id = found?.id ?? ""
  const rows = (await readAll(operation, { dataSetId: id })) as unknown as RawPoint[]
  const dayOf = (moment: string | number | null) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date(moment ?? ""))
  const first = Math.min(...rows.map(({ timeStamp }) => Date.parse(timeStamp ?? "")))
  const dayAfter = (days: number) => dayOf(Date.parse(`${dayOf(first)}T12:00Z`) + days * 86_400_000)
  const sumOf = (from: number, to: number) =>
    rows
      .filter(({ timeStamp }) => dayOf(timeStamp) >= dayAfter(from))
      .filter(({ timeStamp }) => dayOf(timeStamp) <= dayAfter(to))
      .reduce((sum, { value }) => sum + (value ?? 0), 0)
  const page = await openAs("analyst")
  await page.goto(`/figures/${id}`)
  await copyDataSet(page)
  const dataSet: CountedDataSet = { id, points: rows }
  const periods = ["last-90-days", "last-12-months", "last-year"]
  for (const period of periods) await checkPeriod(page, dataSet, period)
  await checkTiles(page, dataSet, periods)

  const show = (days: string) => page.goto(`/figures/${id}?${days}&zone=${zone}&chart=table`)
  // Forty days; the forty days before them start ten days before the data.
  await show(`range=${dayAfter(30)}..${dayAfter(69)}&range=previous`)
  const headline = page.locator("dl")
  const [now, before] = [sumOf(40, 69), sumOf(0, 29)]
  const change = new Intl.NumberFormat("en-GB", {
    style: "percent",
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format((now - before) / before)
  await expect(headline).toContainText(change)
  await expect(headline).toContainText(Math.round(before).toLocaleString("en-GB"))
  await expect(headline).toContainText("30 of 40 days compared")
  const said = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: zone,
  }).format(first)
  await expect(page.getByText(`Data from ${said}: earlier days are not counted`)).toBeVisible()
  const table = page.getByRole("region", { name: /^Values of/ })
  await expect(table.getByRole("cell", { name: "before first data" })).toHaveCount(10)

  await show(`range=${dayAfter(0)}..${dayAfter(9)}&range=previous`)
  await expect(headline).toContainText("no days with data to compare")
  await show("range=2020-01-01..2020-12-31")
  await expect(headline).toContainText(`No data for these days · data from ${said}`)
  await expect(table.getByRole("cell", { name: "before first data" })).toHaveCount(200)
  await page.goto(`/figures/${id}?range=2020-01-01..2020-12-31&zone=${zone}`)
  await expect(page.getByText("Data starts after these days.")).toBeVisible()
})

test("a monthly target of 3,000 is shown as 1,500 for 15 days, and can be removed", async ({
  openAs,
}) => {
  const found = readWorkspace().entries.find(({ name }) => name === "Footfall")
  const page = await openAs("analyst")
  const search = "range=2026-11-01..2026-11-15&target=Goal@month@2026-01-01:3000"
  await page.goto(`/figures/${found?.id}?${search}&zone=Europe/Copenhagen`)
  await copyDataSet(page)
  await expect(page.getByText(/target 1,500 visitors for 15 days/)).toBeVisible()
  await page.getByRole("button", { name: "Remove the target Goal" }).click()
  await expect(page).not.toHaveURL(/target=/)
})

test.describe("with data that ends 0, 1 or 7 days ago", { tag: "@deep" }, () => {
  const cases = [
    { name: "Revenue", daysAgo: 0 },
    { name: "Footfall", daysAgo: 1 },
    { name: "Food waste", daysAgo: 7 },
  ] as const
  let stack: LargeStack
  const dataSets = new Map<string, string>()

  test.beforeAll(async () => {
    test.setTimeout(240_000)
    stack = await startLargeStack(0.05)
    for (const { name, id } of readWorkspace(stack.workspaceFile).entries) dataSets.set(name, id)
    for (const { name, daysAgo } of cases)
      await shiftPoints(stack.serviceDatabase, dataSets.get(name) ?? "", daysAgo)
  })
  test.afterAll(() => stack?.stop())

  async function enter(browser: Browser, path: string) {
    const context = await browser.newContext({ baseURL: stack.url, acceptDownloads: true })
    const page = await context.newPage()
    await signIn(page, "analyst")
    await page.goto(path)
    return page
  }

  for (const { name, daysAgo } of cases)
    test(`${daysAgo} days ago: every period matches a plain computation over the rows`, async ({
      browser,
    }) => {
      test.setTimeout(300_000)
      const id = dataSets.get(name) ?? ""
      const page = await enter(browser, `/figures/${id}`)
      await copyDataSet(page)
      const path = `/v1.4/dataSets/${id}/dataPoints?limit=1000`
      const dataSet = { id, points: (await readRows(stack, path)) as unknown as RawPoint[] }
      for (const period of periods) await checkPeriod(page, dataSet, period)
      // One by one: a person can pin at most twelve.
      for (const period of periods) await checkTiles(page, dataSet, [period])
      await page.context().close()
    })
})
