import type { Locator, Page } from "@playwright/test"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { readWorkspace } from "./environment"
import { expectAccessible } from "./export-page"
import { expect, test } from "./people"
import { pickEntry } from "./pick-entry"
import { type PlainFigures, plainFigures, type RawPoint } from "./plain-figures"
import { readAll } from "./service-api"

const points = findOperation(catalogue, "data-points") as ListOperation

/** The data set that these tests copy; other tests copy others. */
async function copiedDataSet() {
  const { entries } = await readWorkspace()
  const dataSet = entries.findLast(({ kind }) => kind === "dataSet")
  if (!dataSet) throw new Error("The workspace names no data set.")
  return dataSet
}

/** Sends a change as the dashboard's pages do. */
const send = (page: Page, url: string, json: object) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { "content-type": "application/json", "x-requested-with": "dashboard" }
      const answer = await fetch(path, { method: "POST", headers, body })
      return answer.status
    },
    [url, JSON.stringify(json)] as const,
  )

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) })

const zone = "Europe/Copenhagen"

const percent = ({ first, before }: PlainFigures) =>
  first && before
    ? new Intl.NumberFormat("en-GB", {
        style: "percent",
        maximumFractionDigits: 1,
        signDisplay: "exceptZero",
      }).format((first.sum - before.sum) / Math.abs(before.sum))
    : "–"

/**
 * Compares the data set's last complete month in the list of figures with a plain computation over
 * all its points.
 */
async function expectFigures(page: Page, { id, name }: { id: string; name: string }) {
  const rows = (await readAll(points, { dataSetId: id })) as unknown as RawPoint[]
  const of = (compared: "previous" | "year") =>
    plainFigures(rows, { period: "last-month", compared, zone, now: Date.now() })
  const [before, yearBefore] = [of("previous"), of("year")]
  const row = page
    .getByRole("region", { name: "Figures of the last complete month" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) })
  const cells = row.getByRole("cell")
  await expect(cells.nth(0)).toContainText(/\d/)
  const shown = Number(
    `${await cells.nth(0).textContent()}`.replace(/^([\d,.]+).*/s, "$1").replaceAll(",", ""),
  )
  const sum = before.own?.sum ?? Number.NaN
  expect(Math.abs(shown - sum)).toBeLessThan(sum >= 1000 ? 0.5 : 0.005)
  await expect(cells.nth(1)).toContainText(percent(before))
  await expect(cells.nth(2)).toContainText(percent(yearBefore))
  const last = Math.max(...rows.map(({ timeStamp }) => Date.parse(`${timeStamp}`)))
  await expect(cells.nth(5)).toHaveText(
    new Intl.DateTimeFormat("en-GB", {
      ...{ day: "numeric", month: "short", year: "numeric" },
      timeZone: zone,
    } as const).format(last),
  )
}

async function forget(page: Page, dataSetId: string) {
  const order = { operation: "data-points", parameters: { dataSetId }, action: "remove" }
  expect([204, 404]).toContain(await send(page, "/api/sync", order))
}

test("an administrator copies a data set, refreshes it, changes its schedule and removes the copy", {
  tag: "@deep",
}, async ({ openAs }) => {
  const { id, name } = await copiedDataSet()
  const { length: rows } = await readAll(points, { dataSetId: id })
  const page = await openAs("admin")
  const openCopies = async () => {
    await page.goto("/settings")
    await page.getByRole("tab", { name: "Copies" }).click()
  }
  await openCopies()
  await forget(page, id)
  const analyst = await openAs("analyst")
  await analyst.goto("/figures")
  await expect(analyst.getByRole("row").filter({ hasText: name })).toContainText("not loaded yet")
  await openCopies()
  const row = rowOf(page, name)
  await expect(row).toContainText("Not copied")
  await expect(row).toContainText(/First copy: 100 requests/)
  await expectAccessible(page)
  await row.getByRole("button", { name: `Copy: ${name}` }).click()
  await expect(row).toContainText("Complete")
  await expect(row).toContainText(`${rows.toLocaleString("en")} rows`)
  await expect(row).toContainText(/as of .*next refresh in/)
  await analyst.reload()
  await expectFigures(analyst, { id, name })

  await row.getByRole("button", { name: `Refresh: ${name}` }).click()
  await row.getByRole("button", { name: `More: ${name}` }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Runs" }))
  const panel = page.getByRole("dialog", { name: `Runs: ${name}` })
  await expect(panel.getByRole("listitem")).toHaveCount(2)
  await expect(panel.getByRole("listitem").first()).toContainText("UpdateDone")
  await expect(panel.getByRole("listitem").last()).toContainText(
    `${rows.toLocaleString("en")} added, 0 changed, 0 removed`,
  )
  await expectAccessible(page)
  await page.keyboard.press("Escape")

  await row.getByRole("button", { name: `More: ${name}` }).click()
  await pickEntry(page.getByRole("menuitemradio", { name: "Only on request" }))
  await expect(row).toContainText("refreshed only on request")
  await openCopies()
  await expect(row).toContainText("refreshed only on request")

  await row.getByRole("button", { name: `More: ${name}` }).click()
  await pickEntry(page.getByRole("menuitem", { name: /Remove/ }))
  await page.getByRole("button", { name: "Remove", exact: true }).click()
  await expect(row).toContainText("Not copied")
})

test("a pinned exploration is a tile on Home that links to it, only for people who may read it", {
  tag: "@deep",
}, async ({ openAs }) => {
  const { id } = await copiedDataSet()
  const page = await openAs("analyst")
  await page.goto("/")
  const name = `Tile ${Date.now()}`
  const search = "bucket=week&range=last-90-days&zone=Europe%2FCopenhagen"
  const view = { report: `kpi:${id}`, name, search, role: null, pinned: true }
  expect(await send(page, "/api/views", view)).toBe(200)
  await page.reload()
  const tile = page.getByRole("region", { name, exact: true })
  await expect(tile.getByText(/^Sum · \d|Loading|not loaded yet/)).toBeVisible()
  await expectAccessible(page)
  await tile.getByRole("link", { name }).click()
  await expect(page).toHaveURL(new RegExp(`/figures/${id}\\?.*bucket=week`))
  const hr = await openAs("hr")
  await hr.goto("/")
  await expect(hr.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(hr.getByText(name)).toHaveCount(0)
})

test("a person hides a tile that someone else pinned and shows it again; an administrator removes it for everyone", {
  tag: "@deep",
}, async ({ openAs }) => {
  const { id } = await copiedDataSet()
  const analyst = await openAs("analyst")
  await analyst.goto("/")
  const name = `Shared ${Date.now()}`
  const view = { report: `kpi:${id}`, name, search: "bucket=week", role: "admin", pinned: true }
  expect(await send(analyst, "/api/views", view)).toBe(200)
  const admin = await openAs("admin")
  await admin.goto("/")
  const tile = admin.getByRole("region", { name, exact: true })
  await expect(tile).toContainText("Pinned by Priya Raman")
  const choose = async (entry: string) => {
    await tile.getByRole("button", { name: `More: ${name}` }).click()
    await pickEntry(admin.getByRole("menuitem", { name: entry }))
  }
  await choose("Hide on my Home")
  await expect(tile).toHaveCount(0)
  await admin.reload()
  await expect(tile).toHaveCount(0)
  await expectAccessible(admin)
  await analyst.goto("/")
  await expect(analyst.getByRole("region", { name, exact: true })).toBeVisible()
  await admin.getByRole("button", { name: /hidden tile/ }).click()
  await pickEntry(admin.getByRole("menuitem", { name: `Show again: ${name}` }))
  await expect(tile).toBeVisible()
  await choose("Remove from everybody’s Home")
  await expect(tile).toHaveCount(0)
  await analyst.reload()
  await expect(analyst.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(analyst.getByRole("region", { name, exact: true })).toHaveCount(0)
})

test("loading a data set that does not exist shows an error", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  await page.goto(`/figures/${crypto.randomUUID()}`)
  await page.getByRole("button", { name: "Load this data set" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "No such record" })).toBeVisible()
  await expect(page.getByRole("button", { name: "Load this data set" })).toBeVisible()
})

test("people who may not read KPIs see neither the data sets nor their copies", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("hr")
  await page.goto("/figures")
  await expect(page.getByRole("main")).toContainText("kpis:read")
  await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0)
  expect(await page.evaluate(async () => (await fetch("/api/sync")).json())).toEqual({ lists: [] })
})
