import { expectAccessible } from "./export-page"
import { expect, isAlive, test } from "./people"
import { pickEntry } from "./pick-entry"

// rules: OpenAPI 6
test("the description of the API is found in the person's menu, and tells of our own routes and of the platform's operations", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  await page.goto("/")
  await isAlive(page)
  await page.getByRole("button", { name: /^Your account/ }).click()
  await pickEntry(page.getByRole("menuitem", { name: "API reference" }))
  await expect(page).toHaveURL(/\/reference$/)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API reference")
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toContainText("API reference")

  const operation = (summary: string) =>
    page.getByRole("group").filter({ has: page.getByText(summary, { exact: true }) })
  const route = operation("Read a report's saved views")
  await expect(route).toContainText("/api/views")
  await expect(route).toContainText("Everybody who is signed in")
  await expect(route.getByText("unauthenticated")).toBeHidden()
  await route.locator("summary").press("Enter")
  await expect(route.getByRole("term").filter({ hasText: /^report$/ })).toBeVisible()
  await expect(route.getByText("unauthenticated")).toBeVisible()

  const points = operation("KPI data points")
  await expect(points).toContainText("kpis:read")
  await points.locator("summary").click()
  await expect(points.getByText("In the path")).toBeVisible()
  await expect(points.getByRole("term").filter({ hasText: /^dataSetId$/ })).toBeVisible()
  await expect(points.getByText("small_groups")).toBeVisible()
  await expectAccessible(page)
})

test("an area is reached from the list beside the areas, and the document itself is one press away", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto("/reference")
  const areas = page.getByRole("navigation", { name: "Areas of the API" })
  await areas.getByRole("link", { name: "Highscores" }).click()
  await expect(page.getByRole("heading", { name: "Highscores" })).toBeInViewport()

  const answered = page.waitForResponse((response) => response.url().endsWith("/api/openapi.json"))
  await page.getByRole("link", { name: "Open as JSON" }).click()
  expect(await (await answered).json()).toMatchObject({ openapi: "3.1.0" })
})

test("it reads without scripts, and is sent in less than 800 KB before compression", async ({
  browser,
  sessionOf,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await sessionOf("hr"),
  })
  const page = await context.newPage()
  const answer = await page.goto("/reference#platform-kpis")
  expect((await answer?.body())?.length).toBeLessThan(800_000)
  await expect(page.getByRole("heading", { name: "KPIs", exact: true })).toBeInViewport()
  await page.getByText("KPI data points", { exact: true }).click()
  await expect(page.locator("details[open]").getByText("small_groups")).toBeVisible()
  await context.close()
})

test("somebody who is signed out is sent to the sign-in", async ({ page }) => {
  await page.goto("/reference")
  await expect(page).toHaveURL(/\/signin/)
})
