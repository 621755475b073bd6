import type { Page } from "@playwright/test"
import { recorderUrl } from "./environment"
import { expect, isAlive, test } from "./people"
import { pickEntry } from "./pick-entry"

/** Collects the origins that a page requests, and its errors, from now on. */
function watch(page: Page) {
  const origins = new Set<string>()
  const faults: string[] = []
  page.on("request", (request) => origins.add(new URL(request.url()).origin))
  page.on("pageerror", ({ message }) => faults.push(message))
  page.on("console", (line) => line.type() === "error" && faults.push(line.text()))
  return { origins: () => [...origins].filter((origin) => origin !== "null"), faults }
}

// rules: OpenAPI 4
test("the API reference requests only its own origin, and gets a token and data from it", {
  tag: "@deep",
}, async ({ page }) => {
  const { origins, faults } = watch(page)
  await page.goto(`${recorderUrl()}/docs`)
  await expect(page.getByRole("heading", { name: "Reporting API", exact: true })).toBeVisible()
  await page.getByRole("button", { name: "Authorize" }).click()
  await expect(page.getByRole("textbox", { name: "Access Token" })).toBeVisible()

  await page
    .getByRole("button", { name: /^Test Request/ })
    .first()
    .click()
  const answered = page.waitForResponse((response) => response.url().includes("/api/v1.4/"))
  await page.getByRole("button", { name: /^Send get request/ }).click()
  expect(await (await answered).json()).toHaveProperty("data")
  await expect(page.getByText("200 OK")).toBeVisible()
  await page.keyboard.press("Escape")

  await page.getByRole("button", { name: "Reporting API v1.4" }).click()
  await pickEntry(page.getByRole("option", { name: "Reporting API v1.2" }))
  await expect(page.getByText("/v1.2/departments/{departmentId}").first()).toBeAttached()

  expect(origins()).toEqual([recorderUrl()])
  expect(faults).toEqual([])
})

// rules: OpenAPI 6
test("the account menu opens the reference of the dashboard's API, which requests only its own origin", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("hr")
  await page.goto("/")
  await isAlive(page)
  const { origins, faults } = watch(page)
  await page.getByRole("button", { name: /^Your account/ }).click()
  await pickEntry(page.getByRole("menuitem", { name: "API reference" }))
  await expect(page).toHaveURL(/\/api\/docs/)
  await expect(
    page.getByRole("heading", { name: "Workplace Reporting", exact: true }),
  ).toBeVisible()
  await expect(page.getByText("/api/views").first()).toBeAttached()
  expect(origins()).toEqual([new URL(page.url()).origin])
  expect(faults).toEqual([])
})
