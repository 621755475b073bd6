import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import { copyDataSet } from "./copy-data-set"
import { readWorkspace } from "./environment"
import { expect, test } from "./people"
import { pickEntry } from "./pick-entry"

/** What the demo data calls the data set whose points are of persons. */
const personal = "Sick leave"

/** The explorer of a data set: of the one with the name, else of the first. */
function dataSetUrl(search = "", wanted?: string): string {
  const found = readWorkspace().entries.find(
    ({ kind, name }) => kind === "dataSet" && (wanted ?? name) === name,
  )
  if (!found) throw new Error(`The demo data names no data set ${wanted ?? ""}.`)
  return `/kpis/${found.id}${search}`
}

const question = "?bucket=month&range=last-12-months&zone=Europe/Copenhagen"
const chart = (page: Page) => page.getByRole("application")

/** Opens a data set's explorer, copied first where nobody has copied it. */
async function openExplorer(page: Page, search = question) {
  await page.goto(dataSetUrl(search))
  await copyDataSet(page)
  await expect(chart(page)).toBeVisible()
}

test("a bucket opens the points behind it, as many as it counts", async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  await chart(page).focus()
  await page.keyboard.press("End")
  const told = await page.getByText(/^[\d,]+ points?: click to open$/).textContent()
  await page.keyboard.press("Enter")
  const panel = page.getByRole("dialog")
  const said = await panel.getByText(/^[\d,]+ points?$/).textContent()
  expect(told?.startsWith(said ?? "nothing")).toBe(true)
  await expect(page).toHaveURL(/cell\.from=/)
  const link = page.url()
  await page.keyboard.press("Escape")
  await expect(page).not.toHaveURL(/cell\.from=/)
  await page.goto(link)
  await expect(page.getByRole("dialog").getByText(said ?? "nothing", { exact: true })).toBeVisible()
})

test("all of a question is in the address, and another person sees the same", async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  const search = `${question}&measure=count&group=label&range=previous&range=year&chart=bar&target=Goal@2020-01-01:10@2026-01-01:20`
  await openExplorer(page, search)
  await expect(page.getByRole("button", { name: "Bars" })).toHaveAttribute("aria-pressed", "true")
  await expect(page.getByText("against Goal")).toBeVisible()
  const headline = await page.locator("dd").first().textContent()
  const other = await openAs("admin")
  await openExplorer(other, new URL(page.url()).search)
  await expect(other.locator("dd").first()).toHaveText(headline ?? "")
  await expect(other.getByText("against Goal")).toBeVisible()
})

test("a target is typed as the language writes numbers, and what can be read in two ways is asked about", async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  await page.getByRole("button", { name: "Target" }).click()
  const form = page.getByRole("dialog", { name: "Targets" })
  const value = form.getByLabel("Value", { exact: true })
  await form.getByLabel("Name of the target").fill("Goal")
  await value.fill("50.000")
  await form.getByRole("button", { name: "Apply" }).click()
  await expect(form.getByRole("alert")).toContainText("50 or as 50000")
  await value.fill("50,000")
  await form.getByRole("button", { name: "Apply" }).click()
  await expect(page).toHaveURL(/target=Goal@\d{4}-01-01:50000(&|$)/)
  await expect(page.getByText("against Goal")).toBeVisible()
})

test("a stretch is looked at closer by keys, and Escape leads back", async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  await chart(page).focus()
  await page.keyboard.press("Home")
  await page.keyboard.press("Shift+ArrowRight")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/range=\d{4}-\d\d-01\.\.\d{4}-\d\d-\d\d/)
  await page.getByRole("button", { name: "Back to all days" }).click()
  await expect(page).toHaveURL(/range=last-12-months/)
})

test("an hour that the clocks show twice is two cells of a heat map, each opened by keys", async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  const days = "range=2026-10-24..2026-10-26&zone=Europe/Copenhagen"
  await openExplorer(page, `?bucket=hour&${days}&chart=heat`)
  await chart(page).focus()
  // The last day at midnight, the day before, 01:00, and 02:00 for the first time.
  for (const key of ["ArrowUp", "ArrowLeft", "ArrowDown", "ArrowDown"])
    await page.keyboard.press(key)
  await expect(page.getByText(/02:00 (GMT\+2|CEST)/).first()).toBeAttached()
  await page.keyboard.press("ArrowDown")
  await expect(page.getByText(/02:00 (GMT\+1|CET)/).first()).toBeAttached()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/cell\.from=2026-10-25T01(:|%3A)00/)
})

test("values are downloaded as they are shown, and the chart as a picture", async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  const download = async (name: string) => {
    await page.getByRole("button", { name: "Download" }).click()
    const coming = page.waitForEvent("download")
    await pickEntry(page.getByRole("menuitem", { name }))
    return readFileSync(await (await coming).path())
  }
  expect((await download("Values as CSV")).toString().trim().split("\n")).toHaveLength(13)
  expect((await download("Values as XLSX")).subarray(0, 2).toString()).toBe("PK")
  expect((await download("Picture as SVG")).toString()).toMatch(/^<svg .*<path/s)
  expect((await download("Picture as PNG")).subarray(1, 4).toString()).toBe("PNG")
})

test("an exploration is saved under a name and pinned", async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page, `${question}&chart=area`)
  const name = `Revenue ${Date.now()}`
  const problem = page.getByRole("main").getByRole("alert")
  await page.route("**/api/views**", (route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback(),
  )
  await page.getByRole("button", { name: "Explorations" }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Save as a new exploration…" }))
  await page.getByRole("dialog").getByLabel("Name").fill(name)
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible()
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()
  await expect(page.getByRole("dialog")).toBeHidden()
  await expect(problem).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole("button", { name: "Explorations" }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Save as a new exploration…" }))
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Name").fill(name)
  await dialog.getByRole("switch").click()
  await dialog.getByRole("button", { name: "Save" }).click()
  await expect(page).toHaveURL(/saved=/)
  await page.getByRole("button", { name: "Bars" }).click()
  await page.getByRole("button", { name }).click()
  await pickEntry(page.getByRole("menuitemradio", { name }))
  await expect(page).toHaveURL(/chart=area/)
  const pinned = await page.request.get("/api/views/pinned")
  expect(await pinned.json()).toMatchObject({
    views: expect.arrayContaining([expect.objectContaining({ name, pinned: true })]),
  })
  await page.getByRole("button", { name }).click()
  await pickEntry(page.getByRole("menuitem", { name: "Remove…" }))
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await expect(page).not.toHaveURL(/saved=/)
})

test("where nothing can be told of so few people, the page says why and leads to what can be told", async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  await page.goto(dataSetUrl("?bucket=year&range=all", personal))
  await copyDataSet(page)
  await page.goto(dataSetUrl("?bucket=day&group=user&range=all", personal))
  await expect(page.getByText("Too few people")).toBeVisible()
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0)
  await page.getByRole("button", { name: "No groups" }).click()
  await expect(page).not.toHaveURL(/group=user/)
  await expect(page.getByText("Every value is hidden")).toBeVisible()
  await expect(page.getByText(/^Nothing is told of fewer than 5 people\./)).toBeVisible()
  await expect(chart(page)).toHaveCount(0)
  await page.getByRole("button", { name: "By month, last 12 months" }).click()
  await expect(page).toHaveURL(/bucket=month/)
  await expect(page.getByText("Every value is hidden")).toHaveCount(0)
})

test("where no point is, the page says so and leads to all days", async ({ openAs }) => {
  const page = await openAs("analyst")
  await page.goto(dataSetUrl("?bucket=month&range=1990-01-01..1990-12-31"))
  await copyDataSet(page)
  await expect(page.getByText("There are no points on these days.")).toBeVisible()
  await expect(chart(page)).toHaveCount(0)
  await page.getByRole("button", { name: "All days" }).click()
  await expect(page).toHaveURL(/range=all/)
  await expect(chart(page)).toBeVisible()
})

test("a copy that cannot be looked at is not told as missing", async ({ openAs }) => {
  const page = await openAs("analyst")
  await openExplorer(page)
  let isDown = true
  await page.route("**/api/sync", (route) => (isDown ? route.abort() : route.continue()))
  await page.reload()
  await expect(page.getByText("The dashboard cannot be reached")).toBeVisible()
  await expect(page.getByRole("button", { name: "Copy this data set" })).toHaveCount(0)
  isDown = false
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(chart(page)).toBeVisible()
})

test("people without the KPIs are told which permission is missing", async ({ openAs }) => {
  const page = await openAs("hr")
  await page.goto(dataSetUrl())
  await expect(page.getByText("kpis:read")).toBeVisible()
})
