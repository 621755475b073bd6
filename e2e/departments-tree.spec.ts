import type { Page } from "@playwright/test"
import { catalogue, findOperation, type ListOperation, type Row } from "@/lib/catalogue"
import { expect, test } from "./people"
import { readAll } from "./service-api"

const departments = findOperation(catalogue, "departments") as ListOperation

/** A store whose name no other department's name contains, with its parent. */
async function findStore(): Promise<{ store: Row; parent: Row }> {
  const rows = await readAll(departments, {})
  const names = rows.map(({ name }) => `${name}`.toLowerCase())
  for (const store of rows) {
    const parent = rows.find(({ id }) => id === store["parentId"])
    const name = `${store["name"]}`.toLowerCase()
    const isAlone = names.filter((other) => other.includes(name)).length === 1
    if (store["type"] === "Store" && parent && isAlone) return { store, parent }
  }
  throw new Error("No store has a name of its own.")
}

const treeOf = (page: Page) => page.getByRole("treegrid", { name: "Departments as a tree" })
const searchOf = (page: Page) =>
  page.getByRole("searchbox", { name: "Find by name, external id, city or id" })

/** The row that is active at the time of each check. */
const activeRow = (page: Page) => treeOf(page).locator("[role=row][data-active=true]")

test("a store is found in the tree and opened by keyboard only", async ({ openAs }) => {
  const { store, parent } = await findStore()
  const page = await openAs("hr")
  await page.goto("/organisation/tree")
  await treeOf(page).focus()
  await page.keyboard.press("Control+f")
  await expect(searchOf(page)).toBeFocused()
  await page.keyboard.type(`${store["name"]}`)
  await expect(page.getByText("1 department found")).toBeVisible()
  await expect(page).toHaveURL(/\/organisation\/tree\?find=/)
  await page.keyboard.press("ArrowDown")
  await expect(treeOf(page)).toBeFocused()
  await expect(activeRow(page)).toContainText(`${store["name"]}`)
  const id = await activeRow(page).getAttribute("id")
  await expect(treeOf(page)).toHaveAttribute("aria-activedescendant", `${id}`)

  const way = page.getByRole("navigation", { name: "Path to this department" })
  await expect(way).toContainText(`${parent["name"]}`)
  await page.keyboard.press("ArrowLeft")
  await expect(activeRow(page)).toContainText(`${parent["name"]}`)
  await page.keyboard.press("ArrowLeft")
  await expect(activeRow(page)).toHaveAttribute("aria-expanded", "false")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("ArrowRight")
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(`/organisation/${store["id"]}`)
})

test("Escape in the search returns to the tree, on the row that was found or else the first", {
  tag: "@deep",
}, async ({ openAs }) => {
  const { store } = await findStore()
  const page = await openAs("admin")
  await page.goto("/organisation/tree")
  await searchOf(page).fill("no department is called this")
  await expect(page.getByText("Nothing found")).toBeVisible()
  await searchOf(page).press("Escape")
  await expect(treeOf(page)).toBeFocused()
  await expect(activeRow(page)).toHaveAttribute("aria-rowindex", "2")

  await page.keyboard.press("Control+f")
  await page.keyboard.type(`${store["name"]}`)
  await expect(page.getByText("1 department found")).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(treeOf(page)).toBeFocused()
  await expect(page.getByText("1 department found")).toBeHidden()
  await expect(page).toHaveURL("/organisation/tree")
  await expect(activeRow(page)).toContainText(`${store["name"]}`)
})

test("Ctrl+C copies the active row's id, or the selected text", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("hr")
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
  await page.goto("/organisation/tree")
  await treeOf(page).focus()
  const row = activeRow(page)
  await page.keyboard.press("Control+c")
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).toMatch(/^[\da-f-]{36}$/)
  await expect(row.getByRole("link")).toHaveAttribute("href", `/organisation/${await clipboard()}`)
  await row.getByRole("link").selectText()
  await page.keyboard.press("Control+c")
  await expect.poll(clipboard).toBe(await row.getByRole("link").textContent())
})

test("the expanded rows and the active row of the tree survive a reload", { tag: "@deep" }, async ({
  openAs,
}) => {
  const page = await openAs("analyst")
  await page.goto("/organisation/tree?levels=1")
  await treeOf(page).focus()
  const top = activeRow(page)
  await expect(top).toHaveAttribute("aria-expanded", "false")
  await page.keyboard.press("ArrowRight")
  await expect(top).toHaveAttribute("aria-expanded", "true")
  await page.keyboard.press("ArrowRight")
  await expect(activeRow(page)).toHaveAttribute("aria-level", "2")
  const name = await activeRow(page).getByRole("link").textContent()
  await page.reload()
  await expect(activeRow(page)).toContainText(`${name}`)
})

test("an administrator selects the search results, and the selection survives a reload", {
  tag: "@deep",
}, async ({ openAs }) => {
  const { store } = await findStore()
  const page = await openAs("admin")
  await page.goto(`/organisation/tree?find=${encodeURIComponent(`${store["name"]}`)}`)
  await page.getByRole("checkbox", { name: "Select the 1 match" }).check()
  const bar = page.getByRole("region", { name: "Selected departments" })
  await expect(bar.getByText("1 selected").last()).toBeVisible()

  await page.reload()
  await expect(bar.getByRole("link", { name: "Edit selected" })).toHaveAttribute(
    "href",
    "/organisation/bulk",
  )
  await bar.getByRole("button", { name: "Clear" }).click()
  await expect(bar.getByRole("link")).toHaveCount(0)
})

test("people who may not change departments see no controls", async ({ openAs }) => {
  const page = await openAs("hr")
  await page.goto("/organisation/tree")
  await expect(treeOf(page).getByRole("row").nth(1)).toBeVisible()
  await expect(page.getByRole("checkbox")).toHaveCount(0)
  await expect(page.getByRole("link", { name: "Import", exact: true })).toHaveCount(0)
})

test("the table is on the same page as the tree, and its rows link to the departments", {
  tag: "@deep",
}, async ({ openAs }) => {
  const { store } = await findStore()
  const page = await openAs("admin")
  await page.goto("/organisation/tree")
  await page.getByRole("navigation", { name: "View" }).getByRole("link", { name: "Table" }).click()
  await expect(page).toHaveURL("/organisation/table")
  await page.goto(`/organisation/table?id=${store["id"]}`)
  await expect(page.getByRole("heading", { level: 1, name: "Organisation" })).toBeVisible()
  await page.getByRole("grid").getByText(`${store["name"]}`).first().click()
  await page.getByRole("button", { name: "Close" }).first().focus()
  await expect(page.getByRole("link", { name: "Open department" })).toHaveAttribute(
    "href",
    `/organisation/${store["id"]}`,
  )
})
