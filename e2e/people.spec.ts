import type { Page } from "@playwright/test"
import { dashboardUrl } from "./environment"
import { expect, test } from "./people"

/** What a page's browser keeps under the name "left"; runs in the page. */
async function readKept() {
  const databases = await indexedDB.databases()
  const permission = await navigator.permissions.query({ name: "geolocation" })
  const answer = await fetch("/api/quota")
  return {
    cookie: document.cookie.includes("left="),
    local: localStorage.getItem("left"),
    database: databases.some(({ name }) => name === "left"),
    cache: await caches.has("left"),
    permission: permission.state === "granted",
    route: answer.headers.get("x-left"),
  }
}

async function leaveThings(page: Page) {
  const context = page.context()
  await context.addCookies([{ name: "left", value: "1", url: dashboardUrl() }])
  await context.grantPermissions(["geolocation"], { origin: dashboardUrl() })
  await context.route("**/api/quota", (route) =>
    route.fulfill({ headers: { "x-left": "yes" }, json: {} }),
  )
  await page.evaluate(async () => {
    localStorage.setItem("left", "yes")
    await caches.open("left")
    await new Promise<void>((resolve) => {
      const opening = indexedDB.open("left")
      opening.onupgradeneeded = () => opening.result.createObjectStore("left")
      opening.onsuccess = () => {
        opening.result.close()
        resolve()
      }
    })
  })
}

test.describe("a person's browser, which the tests of a worker share", () => {
  test.describe.configure({ mode: "serial" })
  let before: Page

  test("is one for all pages of a test", async ({ openAs }) => {
    before = await openAs("hr")
    await before.goto("/downloads")
    await leaveThings(before)
    const other = await openAs("hr")
    await other.goto("/downloads")
    expect(await other.evaluate(readKept)).toEqual({
      cookie: true,
      local: "yes",
      database: true,
      cache: true,
      permission: true,
      route: "yes",
    })
  })

  test("holds nothing of the test before, except that the person is signed in", async ({
    openAs,
  }) => {
    expect(before.isClosed()).toBe(true)
    const page = await openAs("hr")
    expect(page.context()).toBe(before.context())
    await page.goto("/downloads")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Downloads")
    expect(await page.evaluate(readKept)).toEqual({
      cookie: false,
      local: null,
      database: false,
      cache: false,
      permission: false,
      route: null,
    })
  })

  test("is another person's not", async ({ openAs }) => {
    const [hr, analyst] = [await openAs("hr"), await openAs("analyst")]
    expect(analyst.context()).not.toBe(hr.context())
    await analyst.goto("/reports/highscores")
    await expect(analyst.getByText("highscores:read")).toBeVisible()
  })
})
