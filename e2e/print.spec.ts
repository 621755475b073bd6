import type { Page } from "@playwright/test"
import type { Row } from "@/lib/catalogue"
import { copyDataSet } from "./copy-data-set"
import { expect, isAlive, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath, operationOf, readAll } from "./service-api"
import { shownCatalogue } from "./shown-catalogue"

/** By how many pixels the printed page is wider than paper of this width. */
const widerThan = async (page: Page, width: number) => {
  await page.setViewportSize({ width, height: 1000 })
  return page.evaluate((most) => document.documentElement.scrollWidth - most, width)
}

/** The brightness of an element's text, 0 to 255; runs in the page. */
function brightness(element: Element): number {
  const pen = document.createElement("canvas").getContext("2d")
  if (!pen) throw new Error("This browser cannot draw.")
  pen.fillStyle = getComputedStyle(element).color
  pen.fillRect(0, 0, 1, 1)
  return Math.max(...pen.getImageData(0, 0, 1, 1).data.slice(0, 3))
}

test("a report prints as a plain table of its loaded rows, with its filters in words and without the page frame", async ({
  openAs,
}) => {
  const operation = operationOf("departments", shownCatalogue)
  const stores: Row[] = await readAll(operation, {}, "type=Store&limit=100")
  const page = await openAs("hr")
  await page.goto(reportUrl(operation, {}, "type=Store"))
  await expect(page.getByText(/rows? loaded/)).toBeVisible()
  const count = Number((await page.getByText(/rows? loaded/).textContent())?.replaceAll(/\D/g, ""))
  expect(count).toBe(Math.min(stores.length, 100))
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  const tables = page.getByRole("table", { name: operation.title })
  const table = tables.first()
  await expect(table.locator("tbody tr")).toHaveCount(count)
  await expect(table.locator("tbody tr").first()).toContainText(`${stores[0]?.["name"]}`)
  await expect(page.getByText("Filters: Type is Store")).toBeVisible()
  await expect(page.getByText(/^Updated/).first()).toBeVisible()
  for (const hidden of [
    page.getByRole("navigation"),
    page.getByRole("grid"),
    page.getByRole("banner"),
  ])
    await expect(hidden.first()).toBeHidden()
  expect(await table.evaluate(brightness)).toBeLessThan(100)
  expect(await widerThan(page, 1000)).toBeLessThanOrEqual(0)
  await page.emulateMedia({ media: "screen", colorScheme: null })
  await expect(tables).toHaveCount(0)
  expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(10_000)
})

test("Ctrl+P also prints rows that are not loaded yet", async ({ openAs }) => {
  const operation = operationOf("question-participations", shownCatalogue)
  const path = await answeringPath(operation)
  const all = await readAll(operation, path)
  const page = await openAs("hr")
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "")
  })
  await page.goto(reportUrl(operation, path))
  await expect(page.getByText(/rows loaded, more exist/)).toBeVisible()
  await isAlive(page)
  await page.keyboard.press("Control+p")
  await expect(page.locator("body[data-printed]")).toHaveCount(1)
  await page.emulateMedia({ media: "print" })
  const table = page.getByRole("table", { name: operation.title }).first()
  await expect(table.locator("tbody tr")).toHaveCount(Math.min(all.length, 2000))
})

test("a record prints without the page frame and buttons, no wider than the paper", {
  tag: "@deep",
}, async ({ openAs }) => {
  const operation = operationOf("content-post", shownCatalogue)
  const page = await openAs("hr")
  await page.goto(
    `/data/${operation.id}/${Object.values(await answeringPath(operation)).join("/")}`,
  )
  await page.emulateMedia({ media: "print" })
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page.getByRole("navigation").first()).toBeHidden()
  await expect(page.getByRole("button", { name: /^Copy / })).toHaveCount(0)
  expect(await widerThan(page, 720)).toBeLessThanOrEqual(0)
})

test("a data set prints its figures, charts and query in words, without controls", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  const operation = operationOf("data-points", shownCatalogue)
  const { dataSetId } = await answeringPath(operation)
  await page.goto(`/figures/${dataSetId}?bucket=month&range=last-12-months&zone=Europe/Copenhagen`)
  await copyDataSet(page)
  await expect(page.getByRole("application")).toBeVisible()
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  await expect(page.getByText(/^By month · No groups · All departments · Europe/)).toBeVisible()
  for (const hidden of [
    page.getByRole("navigation").first(),
    page.getByRole("button", { name: "Download" }),
    page.getByRole("combobox").first(),
  ])
    await expect(hidden).toBeHidden()
  expect(await page.getByRole("heading", { level: 1 }).evaluate(brightness)).toBeLessThan(100)
  expect(await widerThan(page, 720)).toBeLessThanOrEqual(0)
  await page.goto("/figures")
  await expect(
    page.getByRole("region", { name: "Figures of the last complete month" }),
  ).toBeVisible()
  expect(await widerThan(page, 720)).toBeLessThanOrEqual(0)
})

test("Home prints its figures without the page frame, no wider than the paper", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("admin")
  await page.goto("/")
  await page.emulateMedia({ media: "print", colorScheme: "dark" })
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(page.getByRole("navigation").first()).toBeHidden()
  expect(await page.getByRole("heading", { level: 1 }).evaluate(brightness)).toBeLessThan(100)
  expect(await widerThan(page, 720)).toBeLessThanOrEqual(0)
})
