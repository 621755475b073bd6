import type { BrowserContext } from "@playwright/test"
import { test as base } from "@playwright/test"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { expect, signIn, test } from "./people"
import { readAll } from "./service-api"
import { type OwnDashboard, startOwnDashboard } from "./start-own-dashboard"

const highscores = findOperation(catalogue, "highscores") as ListOperation

test.describe("automatic copies", () => {
  test.describe.configure({ mode: "serial" })
  let dashboard: OwnDashboard
  let context: BrowserContext

  base.beforeAll(async ({ browser }) => {
    dashboard = await startOwnDashboard(undefined, { COPY_BUDGET: "100000" })
    context = await browser.newContext({ baseURL: dashboard.url })
    const page = await context.newPage()
    await signIn(page, "admin")
    await page.close()
  })
  base.afterAll(async () => {
    await context?.close()
    await dashboard?.stop()
  })

  test("are listed for an administrator, who stops copying the highscores and starts it again", async () => {
    const page = await context.newPage()
    const count = () => page.request.get("/api/answers/highscores/total")
    await expect.poll(async () => (await count()).status(), { timeout: 60_000 }).toBe(200)
    const rows = await readAll(highscores, {})
    await page.goto("/settings")
    await page.getByRole("tab", { name: "Copies" }).click()
    const row = page.getByRole("row").filter({ hasText: /^Highscores/ })
    await expect(row).toContainText("1 of 1 list")
    await expect(row.getByRole("cell").nth(2)).toHaveText(`${rows.length}`)
    await expect(row).toContainText("Automatic")

    const choose = async (schedule: string) => {
      await row.getByRole("button", { name: "Change: Highscores" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("combobox", { name: "Refresh" }).click()
      await page.getByRole("option", { name: schedule }).click()
      await dialog.getByRole("button", { name: "Save" }).click()
      return dialog
    }
    const question = await choose("Do not copy")
    await expect(question).toContainText(
      `The automatic copy of “Highscores” with ${rows.length} rows is removed here`,
    )
    await question.getByRole("button", { name: "Save and remove" }).click()
    await expect(question).toHaveCount(0)
    await expect(row).toContainText("Not copied")
    const refused = await page.request.get("/api/answers/highscores")
    expect(refused.status()).toBe(503)
    expect(await refused.json()).toMatchObject({ code: "not_copied" })

    await choose("Automatic")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(row).toContainText("1 of 1 list", { timeout: 60_000 })
    expect(await (await count()).json()).toMatchObject({ count: rows.length })
    await page.close()
  })

  test("are shown on a report with their state, time and schedule", async () => {
    const page = await context.newPage()
    await page.goto("/reports/highscores")
    await page.getByRole("button", { name: /^Updated/ }).click()
    const details = page.getByRole("dialog", { name: "Where these rows come from" })
    await expect(details).toContainText(/All rows loaded, updated .*; next/)
    await page.close()
  })
})
