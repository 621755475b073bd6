import { readFile } from "node:fs/promises"
import { expect, test } from "./people"

test.describe("the audit log", () => {
  test("shows an administrator their own sign-in and an analyst's refused request, and is exported as CSV", {
    tag: "@deep",
  }, async ({ openAs }) => {
    const analyst = await openAs("analyst")
    expect((await analyst.request.get("/api/audit")).status()).toBe(403)
    const page = await openAs("admin")
    await page.goto("/settings")
    await page.getByRole("tab", { name: "Audit log" }).click()
    const card = page.getByRole("region", { name: "Audit log" }).first()
    await card.getByRole("searchbox", { name: /^Person/ }).fill("admin@demo")
    await card.getByRole("combobox", { name: "Event" }).click()
    await page.getByRole("option", { name: "Signed in", exact: true }).click()
    const row = card.getByRole("row").filter({ hasText: "admin@demo.test" }).first()
    await expect(row).toContainText("Signed in")
    await card.getByRole("button", { name: "Clear" }).click()
    await card.getByRole("searchbox", { name: /^Person/ }).fill("analyst@demo")
    await expect(
      card.getByRole("row").filter({ hasText: "read-audit" }).filter({ hasText: "audit:write" }),
    ).not.toHaveCount(0)
    const taken = page.waitForEvent("download")
    await card.getByRole("link", { name: "Export CSV" }).click()
    const file = await (await taken).path()
    const text = await readFile(file, "utf8")
    expect(text).toContain("analyst@demo.test")
    expect(text).not.toContain("hr@demo.test")
  })

  test("shows an administrator their own sign-in", async ({ openAs }) => {
    const page = await openAs("admin")
    await page.goto("/settings")
    await page.getByRole("tab", { name: "Audit log" }).click()
    const card = page.getByRole("region", { name: "Audit log" }).first()
    await card.getByRole("searchbox", { name: /^Person/ }).fill("admin@demo")
    const row = card.getByRole("row").filter({ hasText: "Signed in" }).first()
    await expect(row).toContainText("admin@demo.test")
  })

  for (const role of ["hr", "analyst"] as const)
    test(`is refused to the ${role}, on the page and in the API`, { tag: "@deep" }, async ({
      openAs,
    }) => {
      const page = await openAs(role)
      await page.goto("/settings")
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("No access")
      for (const path of ["/api/audit", "/api/audit/file"])
        expect((await page.request.get(path)).status()).toBe(403)
    })
})
