import type { Page } from "@playwright/test"
import { summaryReport } from "@/lib/catalogue"
import type { SavedView } from "@/lib/client"
import { dashboardUrl } from "./environment"
import { expectAccessible } from "./export-page"
import { expect, isAlive, type Role, test } from "./people"
import { pickEntry } from "./pick-entry"

const waiting = { report: "all-stage-reviews", search: "status=Pending" }
const stores = { report: "departments", search: "type=Store&sort=-name" }

const headers = {
  "content-type": "application/json",
  "x-requested-with": "dashboard",
  origin: dashboardUrl(),
}

/** Saves a view through the API. */
async function save(page: Page, data: object): Promise<SavedView> {
  const answer = await page.request.post("/api/views", { headers, data: { role: null, ...data } })
  expect(answer.status()).toBe(200)
  return answer.json()
}

/** Removes views that may already be gone. */
async function clear(page: Page, ...views: readonly SavedView[]) {
  for (const { id } of views) {
    const answer = await page.request.delete(`/api/views/${id}`, { headers })
    expect([204, 404]).toContain(answer.status())
  }
}

async function open(openAs: (role: Role) => Promise<Page>, role: Role) {
  const page = await openAs(role)
  await page.goto("/saved")
  await isAlive(page)
  return page
}

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) })
const menuOf = (page: Page, name: string) =>
  page.getByRole("button", { name: `More: ${name}`, exact: true })

async function choose(page: Page, name: string, entry: string) {
  await menuOf(page, name).click()
  await pickEntry(page.getByRole("menuitem", { name: entry, exact: true }))
}

async function offered(page: Page, name: string): Promise<string[]> {
  await menuOf(page, name).click()
  await expect(page.getByRole("menuitem", { name: "Open", exact: true })).toBeVisible()
  const entries = await page.getByRole("menuitem").allTextContents()
  await page.keyboard.press("Escape")
  return entries
}

const naming = (page: Page) => page.getByRole("dialog", { name: "Name and sharing" })
const saveButton = (page: Page) => naming(page).getByRole("button", { name: "Save", exact: true })

test("a shared view is listed for its role with its owner, and only the owner can change it", {
  tag: "@deep",
}, async ({ openAs }) => {
  const admin = await open(openAs, "admin")
  const view = await save(admin, { ...stores, name: "Stores to call" })
  await admin.reload()
  await isAlive(admin)
  await expect(rowOf(admin, view.name)).toContainText(
    /Departments.*Report.*You.*Nobody.*Not pinned/,
  )
  expect(await offered(admin, view.name)).toEqual(["Open", "Name and sharing…", "Remove…"])
  await choose(admin, view.name, "Name and sharing…")
  await naming(admin).getByRole("combobox", { name: "Who sees it" }).click()
  await pickEntry(admin.getByRole("option", { name: /role HR manager/ }))
  await saveButton(admin).click()
  await expect(naming(admin)).toHaveCount(0)
  await expect(rowOf(admin, view.name)).toContainText("HR manager")
  await expect(admin.getByRole("status").filter({ hasText: "was saved" })).toBeVisible()

  const hr = await open(openAs, "hr")
  await expect(rowOf(hr, view.name)).toContainText(/Jonas Brandt.*HR manager/)
  expect(await offered(hr, view.name)).toEqual(["Open"])
  const analyst = await open(openAs, "analyst")
  await expect(rowOf(analyst, view.name)).toHaveCount(0)
  await rowOf(hr, view.name).getByRole("link").click()
  await expect(hr).toHaveURL(/\/reports\/departments\?type=Store&sort=-name&view\.saved=/)

  await choose(admin, view.name, "Stop sharing")
  await expect(admin.getByText(`${view.name} is no longer shared.`)).toBeVisible()
  await expect(rowOf(admin, view.name)).toContainText("Nobody")
  await hr.goto("/saved")
  await isAlive(hr)
  await expect(rowOf(hr, view.name)).toHaveCount(0)
  await clear(admin, view)
})

test("the second of two concurrent renames sees the new name, keeps what was typed, and decides", {
  tag: "@deep",
}, async ({ openAs }) => {
  const hr = await openAs("hr")
  const view = await save(hr, { ...stores, name: "Twice named", role: "hr" })
  await hr.goto("/saved")
  const admin = await open(openAs, "admin")
  await expect(rowOf(admin, view.name)).toContainText("HR manager")
  for (const page of [hr, admin]) {
    await choose(page, view.name, "Name and sharing…")
    await expect(naming(page).getByLabel("Name")).toHaveValue(view.name)
  }
  await naming(hr).getByLabel("Name").fill("Named by HR")
  await naming(admin).getByLabel("Name").fill("Named by the administrator")
  await saveButton(hr).click()
  await expect(rowOf(hr, "Named by HR")).toBeVisible()
  await saveButton(admin).click()
  await expect(naming(admin).getByRole("alert")).toContainText(
    "Somebody else changed this meanwhile",
  )
  await expect(naming(admin)).toContainText("It is now called Named by HR")
  await expect(naming(admin).getByLabel("Name")).toHaveValue("Named by the administrator")
  await expectAccessible(admin)
  const readName = async () => {
    const { views } = await (await hr.request.get("/api/views/all")).json()
    return views.find(({ id }: SavedView) => id === view.id)?.name
  }
  expect(await readName()).toBe("Named by HR")
  await saveButton(admin).click()
  await expect(rowOf(admin, "Named by the administrator")).toBeVisible()
  expect(await readName()).toBe("Named by the administrator")

  await choose(admin, "Named by the administrator", "Name and sharing…")
  await clear(hr, view)
  await naming(admin).getByLabel("Name").fill("Too late")
  await saveButton(admin).click()
  await expect(naming(admin).getByRole("alert")).toContainText("There is nothing under this id")
  await expect(naming(admin).getByLabel("Name")).toHaveValue("Too late")
})

test("a pinned view is on Home, which links to it", async ({ openAs }) => {
  const page = await openAs("hr")
  const view = await save(page, { ...waiting, name: "Reviews that wait" })
  await page.goto("/saved")
  await choose(page, view.name, "Pin to Home")
  await expect(rowOf(page, view.name)).toContainText("Pinned")
  await page.goto("/")
  await page.getByRole("region", { name: "Pinned" }).getByRole("link", { name: view.name }).click()
  await expect(page).toHaveURL(/status=Pending/)
  await clear(page, view)
})

test("a pinned view is on Home until it is unpinned, hidden or removed", {
  tag: "@deep",
}, async ({ openAs }) => {
  const hr = await openAs("hr")
  const view = await save(hr, { ...waiting, name: "Waiting for us", role: "admin" })
  await hr.goto("/saved")
  const home = (page: Page) =>
    page.getByRole("region", { name: "Pinned" }).getByRole("link", { name: view.name, exact: true })
  const seeHome = async (page: Page, count: number) => {
    await page.goto("/")
    await expect(page.getByRole("heading", { name: "Home", exact: true })).toBeVisible()
    await isAlive(page)
    await expect(home(page)).toHaveCount(count)
    await page.goto("/saved")
    await isAlive(page)
  }
  await choose(hr, view.name, "Pin to everybody’s Home")
  await expect(rowOf(hr, view.name)).toContainText(/Administrator ?Pinned/)
  await seeHome(hr, 1)
  const admin = await openAs("admin")
  await seeHome(admin, 1)
  await choose(admin, view.name, "Hide on my Home")
  await expect(rowOf(admin, view.name)).toContainText("Pinned, hidden by you")
  await seeHome(admin, 0)
  await choose(admin, view.name, "Show on my Home")
  await seeHome(admin, 1)
  await choose(hr, view.name, "Remove from everybody’s Home")
  await expect(rowOf(hr, view.name)).toContainText("Not pinned")
  await seeHome(hr, 0)
  await choose(hr, view.name, "Pin to everybody’s Home")
  await expect(rowOf(hr, view.name)).not.toContainText("Not pinned")
  await choose(hr, view.name, "Remove…")
  const removal = hr.getByRole("dialog", { name: `Remove ${view.name}?` })
  await expect(removal).toContainText("shared with the role Administrator")
  await expectAccessible(hr)
  await removal.getByRole("button", { name: "Remove", exact: true }).click()
  await expect(hr.getByText(`${view.name} was removed.`)).toBeVisible()
  await expect(rowOf(hr, view.name)).toHaveCount(0)
  await seeHome(hr, 0)
  await seeHome(admin, 0)
})

test("by keyboard only, a view is found, sorted, renamed and removed, and the focus is never lost", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("analyst")
  const views: SavedView[] = []
  for (let at = 1; at <= 10; at += 1)
    views.push(await save(page, { ...stores, name: `Keys ${at}` }))
  await page.goto("/saved")
  await isAlive(page)
  const names = () => page.getByRole("rowheader").getByRole("link").allTextContents()
  await page.getByRole("searchbox", { name: /^Find by name/ }).focus()
  await page.keyboard.type("keys departments")
  await expect.poll(names).toEqual(views.map(({ name }) => name))
  await expectAccessible(page)
  const sort = page.getByRole("button", { name: "Name", exact: true })
  await sort.focus()
  await page.keyboard.press("Enter")
  await expect.poll(names).toEqual(views.map(({ name }) => name).toReversed())
  await menuOf(page, "Keys 10").focus()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("menuitem", { name: "Open", exact: true })).toBeFocused()
  await page.keyboard.type("Name")
  await page.keyboard.press("Enter")
  await expect(naming(page).getByLabel("Name")).toBeFocused()
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.type("Keys 0")
  await page.keyboard.press("Enter")
  await expect(naming(page)).toHaveCount(0)
  await expect(menuOf(page, "Keys 0")).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.press("End")
  await page.keyboard.press("Enter")
  const removal = page.getByRole("dialog", { name: "Remove Keys 0?" })
  await expect(removal).toBeVisible()
  for (let steps = 0; steps < 5; steps += 1) {
    const remove = removal.getByRole("button", { name: "Remove", exact: true })
    if (await remove.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press("Tab")
  }
  await page.keyboard.press("Enter")
  await expect(page.getByText("Keys 0 was removed.")).toBeVisible()
  await expect(page.getByRole("region", { name: "Saved", exact: true })).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(sort).toBeFocused()
  await clear(page, ...views)
})

test("on a phone each view is a card with its menu beside the uncut name", async ({ openAs }) => {
  const page = await openAs("analyst")
  const name = "A name that is long enough to need two lines on a small phone"
  const view = await save(page, { report: summaryReport("all-departments"), search: "", name })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto("/saved")
  await isAlive(page)
  const [title, menu] = [rowOf(page, name).getByRole("link"), menuOf(page, name)]
  const boxes = await Promise.all([title.boundingBox(), menu.boundingBox()])
  const [of, beside] = boxes
  if (!of || !beside) throw new Error("The card is not shown.")
  expect(beside.x).toBeGreaterThanOrEqual(of.x + of.width)
  expect(beside.y).toBeLessThan(of.y + of.height)
  expect(beside.x + beside.width).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await choose(page, name, "Remove…")
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
  await clear(page, view)
})
