import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { listOperations, singleOperations } from "@/lib/catalogue"
import { expect, isAlive, mayRead, signIn, test } from "./people"
import { answeringPath, operationOf, readAll } from "./service-api"
import { shownCatalogue } from "./shown-catalogue"

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" })
const options = (page: Page) => palette(page).getByRole("option")
const chosen = (page: Page) => palette(page).getByRole("option", { selected: true })
const group = (page: Page, name: string) => palette(page).getByRole("group", { name })

async function openPalette(page: Page, typed: string) {
  await isAlive(page)
  await page.keyboard.press("Control+k")
  await expect(palette(page)).toBeVisible()
  await palette(page).getByRole("combobox").fill(typed)
}

test("the keyboard opens the palette, finds a report by parts of its name, and opens it", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  await page.goto("/")
  await openPalette(page, "depart list")
  await expect(palette(page)).toContainText("No results")
  await palette(page).getByRole("combobox").fill("ques part")
  await expect(options(page).first()).toContainText("Question participations")
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/reports\/all-question-participations/)
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press("Control+k")
  await expect(palette(page).getByRole("combobox")).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await expect(options(page).first()).toHaveAttribute("aria-selected", "false")
  await expect(chosen(page)).toHaveCount(1)
  await page.keyboard.press("Escape")
  await expect(palette(page)).toBeHidden()
})

test("the palette offers only what the role may read", { tag: "@deep" }, async ({ openAs }) => {
  for (const role of ["hr", "analyst"] as const) {
    const page = await openAs(role)
    await page.goto("/")
    await openPalette(page, "")
    expect(await options(page).count()).toBeLessThanOrEqual(24)
    for (const { title, domain } of listOperations(shownCatalogue)) {
      await palette(page).getByRole("combobox").fill(title)
      const named = group(page, "Pages").getByRole("option", { name: title })
      if (mayRead(role, domain)) await expect(named.first(), `${role}: ${title}`).toBeVisible()
      else await expect(named, `${role}: ${title}`).toHaveCount(0)
    }
  }
})

test("a department is found by name, and its page opens", async ({ openAs }) => {
  const departments = await readAll(operationOf("departments", shownCatalogue), {})
  const { id, name } =
    departments.find((row) => /\d{2}$/.test(`${row["name"]}`)) ?? departments[0] ?? {}
  const page = await openAs("analyst")
  await page.goto("/")
  await openPalette(page, `${name}`)
  await group(page, "Departments")
    .getByRole("option", { name: `${name}`, exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/organisation\/[0-9a-f-]{36}$/)
  await expect(page.getByRole("heading", { level: 1, name: `${name}` })).toBeVisible()
  expect(departments.some((row) => row["id"] === id)).toBe(true)
})

/** Opens a template's page, waits until it is remembered, and returns its path. */
async function openTemplate(page: Page): Promise<string> {
  const operation = operationOf("communication-template", shownCatalogue)
  const ids = Object.values(await answeringPath(operation)).join("/")
  const path = `/data/${operation.id}/${ids}`
  const remembered = page.waitForResponse((answer) => answer.url().endsWith("/api/recents"))
  await page.goto(path)
  await remembered
  return path
}

test("an opened record is named in the breadcrumbs, and listed under Recently opened", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  const path = await openTemplate(page)
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? ""
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" })).toContainText(title)
  await page.goto("/")
  await openPalette(page, "")
  await group(page, "Recently opened")
    .getByRole("option")
    .filter({ hasText: title })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(path))
})

test("entries that load late do not move the selection made with an arrow key", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("hr")
  await openTemplate(page)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route("**/api/recents", async (route) => {
    await held
    await route.continue()
  })
  await page.goto("/")
  await openPalette(page, "")
  await page.keyboard.press("ArrowDown")
  await expect(options(page).first()).toHaveAttribute("aria-selected", "false")
  const before = await chosen(page).textContent()
  release()
  await expect(group(page, "Recently opened")).toBeVisible()
  await expect(chosen(page)).toHaveText(before ?? "")
})

test("a typed id can be opened as every kind of record, and as each path parameter of a report", {
  tag: "@deep",
}, async ({ openAs }) => {
  const operation = operationOf("communication-template", shownCatalogue)
  const [id = ""] = Object.values(await answeringPath(operation))
  const page = await openAs("admin")
  await page.goto("/")
  await openPalette(page, id.toUpperCase())
  await expect(group(page, "Modules, forms and courses").getByRole("option")).toHaveCount(1)
  const as = group(page, "Open this id as").getByRole("option")
  const readings = await as.allTextContents()
  for (const { title } of singleOperations(shownCatalogue))
    expect(
      readings.some((text) => text.startsWith(title)),
      title,
    ).toBe(true)
  for (const { title, parameters } of listOperations(shownCatalogue))
    expect(readings.filter((text) => text.startsWith(title)).length, title).toBeGreaterThanOrEqual(
      Object.keys(parameters).length,
    )
  await as.filter({ hasText: "Communication template" }).first().click()
  await expect(page).toHaveURL(new RegExp(`/data/communication-template/${id}`))
  const post = operationOf("content-post", shownCatalogue)
  const unknown = "3f2c9a10-6b7d-4e21-9c55-0a1b2c3d4e5f"
  await openPalette(page, unknown)
  await as.filter({ hasText: post.title }).first().click()
  await expect(page).toHaveURL(/\/data\/content-post\?contentId=/)
  await expect(page.locator(`input[value="${unknown}"]`)).toBeVisible()
})

test("the palette switches theme and language and copies the page's link", async ({ openAs }) => {
  const page = await openAs("hr")
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto("/reports/departments?type=Store")
  await openPalette(page, "dark")
  await page.keyboard.press("Enter")
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await openPalette(page, "copy link")
  await page.keyboard.press("Enter")
  await expect(options(page).first()).toContainText("The link is copied")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("type=Store")
  await page.keyboard.press("Escape")
  await openPalette(page, "dansk")
  await page.keyboard.press("Enter")
  await expect(page.locator("html")).toHaveAttribute("lang", "da")
})

test("the palette can sign out", { tag: "@deep" }, async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, "analyst")
  await openPalette(page, "sign out")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/\/signin/)
  await context.close()
})

test("axe finds nothing serious in the palette, narrow or wide", { tag: "@deep" }, async ({
  openAs,
}) => {
  const page = await openAs("admin")
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto("/")
    await page.getByRole("button", { name: "Search or jump to…" }).click()
    await palette(page).getByRole("combobox").fill("co")
    await expect(options(page).first()).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).include("[role=dialog]").analyze()
    expect(
      violations.filter(({ impact }) => impact === "serious" || impact === "critical"),
    ).toEqual([])
  }
})
