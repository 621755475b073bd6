import type { Locator, Page } from "@playwright/test"
import { createDatabases } from "./create-databases"
import { expect, signIn, test } from "./people"
import { type Instance, type Instances, startInstances } from "./start-instances"

/** A read that no copy can serve. */
const uncopied = "/api/v1/highscores?limit=7"

const readReadiness = async ({ url }: Instance) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, body: await answer.json() }
}

const openStatus = async (page: Page) => {
  await page.goto("/settings")
  await page.getByRole("tab", { name: "Status" }).click()
  return page.getByRole("region", { name: "Status", exact: true })
}

const rowsOf = (page: Page): Locator =>
  page.getByRole("region", { name: "Instances" }).first().locator("tbody tr")

async function seesInstances(page: Page, { instances }: Instances) {
  for (const instance of instances) await readReadiness(instance)
  const verdict = await openStatus(page)
  await expect(rowsOf(page)).toHaveCount(instances.length, { timeout: 30_000 })
  for (const { child } of instances)
    await expect(rowsOf(page).filter({ hasText: `:${child.pid}` })).toContainText("Ready", {
      timeout: 30_000,
    })
  await expect(rowsOf(page).filter({ hasText: "answers this page" })).toHaveCount(1)
  await expect(verdict.getByRole("status")).toHaveText("Everything works", { timeout: 30_000 })
  for (const name of ["Parts", "Requests to the platform", "Copies", "Exports", "Disk"])
    await expect(page.getByRole("region", { name, exact: true }).first()).toBeVisible()
  const statements = page.getByRole("region", { name: "Slowest database statements" }).first()
  await expect(statements.getByRole("row")).not.toHaveCount(0)
}

async function losesAnInstance(page: Page, { instances, balancer }: Instances) {
  const last = instances.pop()
  if (!last) throw new Error("There are three instances.")
  balancer.ports = instances.map(({ port }) => port)
  await last.child.stop()
  await expect(rowsOf(page)).toHaveCount(instances.length, { timeout: 30_000 })
}

test("an administrator sees all instances, and when one stops", {
  tag: "@edits",
}, async ({ browser }) => {
  test.setTimeout(300_000)
  const [databaseUrl = ""] = await createDatabases(["status"])
  const running = await startInstances({
    DATABASE_URL: databaseUrl,
    REPORTING_RATE_LIMIT: "100000",
    COPY_BUDGET: "100000",
  })
  const context = await browser.newContext({ baseURL: running.balancer.url })
  try {
    const page = await context.newPage()
    await signIn(page, "admin", "/settings")
    await test.step("all work", () => seesInstances(page, running))
    await test.step("one ends", () => losesAnInstance(page, running))
  } finally {
    await context.close()
    await running.stop()
  }
})

test("an administrator sees a platform outage, in each language, and HR has no access to the status", {
  tag: "@edits",
}, async ({ browser, openAs }) => {
  test.setTimeout(240_000)
  const [databaseUrl = ""] = await createDatabases(["status"])
  const running = await startInstances({
    DATABASE_URL: databaseUrl,
    REPORTING_RATE_LIMIT: "100000",
  })
  const context = await browser.newContext({ baseURL: running.balancer.url })
  try {
    const page = await context.newPage()
    await signIn(page, "admin", "/settings")
    for (const instance of running.instances) await readReadiness(instance)
    await running.recorder.stop()
    for (let tries = 0; tries < 8; tries += 1)
      for (const { url } of running.instances)
        await context.request.get(`${url}${uncopied}${tries}`).catch(() => undefined)
    const verdict = await openStatus(page)
    await expect(verdict.getByRole("status")).toHaveText("Works with limits", { timeout: 30_000 })
    await expect(verdict).toContainText(/The platform (?:is not responding|cannot be reached)/)
    for (const [language, text] of [
      ["da", "Virker med begrænsninger"],
      ["de", "Funktioniert mit Einschränkungen"],
    ] as const) {
      await context.addCookies([{ name: "locale", value: language, url: running.balancer.url }])
      await openStatus(page)
      await expect(page.getByRole("status").filter({ hasText: text })).toBeVisible()
    }
    const hr = await openAs("hr")
    await hr.goto("/settings")
    await expect(hr.getByRole("tab")).toHaveCount(0)
    await expect(hr.getByRole("main")).toContainText("workspace:write")
    const refused = await hr.request.get("/api/status")
    expect(refused.status()).toBe(403)
    expect(await refused.json()).toMatchObject({ code: "forbidden" })
  } finally {
    await context.close()
    await running.stop().catch(() => {})
  }
})
