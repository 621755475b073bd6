import type { Page } from "@playwright/test"
import { expect, test } from "./people"
import { pickEntry } from "./pick-entry"
import { reportUrl } from "./report-page"
import { answeringPath, operationOf } from "./service-api"

const timeIn = (locale: string, timeZone: string, exact: string) =>
  new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(new Date(exact))

const firstCell = (page: Page, field: string) =>
  page.getByRole("grid").locator(`[role=gridcell][data-field=${field}]`).first()

const exactOf = async (page: Page, field: string) =>
  (await firstCell(page, field).getAttribute("title")) ?? ""

const openAccountMenu = (page: Page) =>
  page.getByRole("banner").locator("[aria-haspopup=menu]").last().click()

async function expectGermanReport(page: Page) {
  await expect(page.locator("html")).toHaveAttribute("lang", "de")
  await expect(page).toHaveTitle(/^KPI-Datenpunkte · /)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("KPI-Datenpunkte")
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" })
  await expect(navigation.getByRole("link", { name: "Kennzahlen" })).toBeVisible()
  await expect(page.getByRole("columnheader", { name: /^Zeitpunkt/ })).toBeVisible()
  const value = Number(await exactOf(page, "value"))
  const number = new Intl.NumberFormat("de", { maximumFractionDigits: 4 }).format(value)
  await expect(firstCell(page, "value")).toHaveText(number)
  const time = await exactOf(page, "timeStamp")
  await expect(firstCell(page, "timeStamp")).toHaveText(timeIn("de", "Europe/Copenhagen", time))
}

test("German applies to navigation, report, dates and numbers, after a reload and in a new tab", async ({
  openAs,
}) => {
  const operation = operationOf("data-points")
  const page = await openAs("admin")
  const url = reportUrl(operation, await answeringPath(operation), "dataValue[ne]=")
  await page.goto(url)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("KPI data points")
  await openAccountMenu(page)
  await pickEntry(page.getByRole("menuitemradio", { name: "Deutsch" }))
  await expectGermanReport(page)
  await page.reload()
  await expectGermanReport(page)
  const tab = await page.context().newPage()
  await tab.goto(url)
  await expectGermanReport(tab)
})

test("the sign-in page uses the browser's language until another one is chosen", {
  tag: "@deep",
}, async ({ browser }) => {
  const context = await browser.newContext({ locale: "da-DK" })
  const page = await context.newPage()
  await page.goto("/signin")
  await expect(page.locator("html")).toHaveAttribute("lang", "da")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log ind")
  await page.getByRole("button", { name: "Sprog" }).click()
  await pickEntry(page.getByRole("menuitemradio", { name: "English" }))
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in")
  await expect(page.locator("html")).toHaveAttribute("lang", "en")
  await context.close()
})

test("times use the chosen time zone, in server-rendered pages too, and the browser's once it is reset", {
  tag: "@deep",
}, async ({ openAs }) => {
  const operation = operationOf("departments")
  const page = await openAs("hr")
  const url = reportUrl(operation, {}, "sort=creationDateTime")
  const expectZone = async (zone: string) => {
    const text = timeIn("en-GB", zone, await exactOf(page, "creationDateTime"))
    await expect(firstCell(page, "creationDateTime")).toHaveText(text)
    // On a busy machine, a page may stream its rows later.
    const isDrawn = async () => (await (await page.request.get(url)).text()).includes(text)
    await expect.poll(isDrawn).toBe(true)
  }
  const choose = async (words: string) => {
    await openAccountMenu(page)
    await pickEntry(page.getByRole("menuitem", { name: /^Time zone/ }))
    const dialog = page.getByRole("dialog", { name: "Time zone" })
    await dialog.getByRole("combobox").fill(words)
    await expect(dialog.getByRole("option", { selected: true })).toContainText(words)
    await page.keyboard.press("Enter")
    await expect(page.getByRole("dialog")).toBeHidden()
  }
  await page.goto(url)
  await firstCell(page, "creationDateTime").waitFor()
  await expectZone("Europe/Copenhagen")
  await choose("Tokyo")
  await expectZone("Asia/Tokyo")
  await page.reload()
  await expectZone("Asia/Tokyo")
  await choose("Browser")
  await expectZone("Europe/Copenhagen")
})

test("cookies with an unknown language or time zone are ignored", { tag: "@deep" }, async ({
  openAs,
  baseURL,
}) => {
  const operation = operationOf("departments")
  const page = await openAs("hr")
  const url = new URL("/", baseURL).href
  await page.context().addCookies([
    { name: "locale", value: "xx", url },
    { name: "time-zone", value: "Mars%2FOlympus", url },
  ])
  await page.goto(reportUrl(operation, {}))
  await expect(page.locator("html")).toHaveAttribute("lang", "en")
  const exact = await exactOf(page, "lastModifiedDateTime")
  await expect(firstCell(page, "lastModifiedDateTime")).toHaveText(
    timeIn("en-GB", "Europe/Copenhagen", exact),
  )
})
