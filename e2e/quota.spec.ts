import AxeBuilder from "@axe-core/playwright"
import { expect, isAlive, test } from "./people"
import { reachedUpstream } from "./recorded"

test("while requests are paused, a button in the header says when pages continue", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("hr")
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto("/")
  await isAlive(page)
  await expect(page.getByRole("button", { name: "Paused" })).toHaveCount(0)
  const quota = await (await page.request.get("/api/quota")).json()
  // If the event stream is refused, the page reads the figures once.
  await page.route("**/api/quota", (route) =>
    route.request().headers()["accept"]?.includes("event-stream")
      ? route.fulfill({ status: 500 })
      : route.fulfill({ json: { ...quota, pausedSeconds: 30 } }),
  )
  await page.reload()
  await page.getByRole("button", { name: "Paused" }).click()
  const details = page.getByRole("dialog", { name: "Paused" })
  await expect(details).toContainText(/Pages continue in \d+ seconds\./)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
})

test("reading the quota costs no upstream request", { tag: "@deep" }, async ({ openAs }) => {
  const page = await openAs("admin")
  await page.goto("/")
  const quota = await page.request.get("/api/quota")
  const { platformLimit, limit, isDown } = await quota.json()
  expect({ limit, isDown }).toEqual({ limit: Math.floor(0.95 * platformLimit), isDown: false })
  expect(await reachedUpstream(quota.headers()["x-request-id"])).toBe(false)
})

// rules: Rate limit 5
test("a report that is refused for lack of quota counts down and retries by itself", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  await page.goto("/reports/departments")
  await expect(page.getByText(/\d+ rows? loaded/)).toBeVisible()
  await isAlive(page)
  const refused = "**/api/v1.4/departments?sort=-name*"
  const problem = { code: "quota_exhausted", status: 503, retryAfter: 2 }
  await page.route(refused, (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", json: problem }),
  )
  await page.evaluate(() => window.history.pushState(null, "", "/reports/departments?sort=-name"))
  await expect(page.getByText("Continues by itself in")).toBeVisible()
  await page.unroute(refused)
  await expect(page.getByText(/\d+ rows? loaded/)).toBeVisible()
  await expect(page.getByText("Continues by itself in")).toBeHidden()
})
