import { type BrowserContext, test as base, type Page } from "@playwright/test"
import { strToU8, zipSync } from "fflate"
import { catalogue, checkDepartment, departmentSchemas, type Row } from "@/lib/catalogue"
import { diffDocuments, printPatch } from "@/lib/json-patch"
import {
  printRow,
  sheetEnd,
  sheetPath,
  sheetStart,
  workbookParts,
} from "@/lib/server/files/sheet-xml"
import { chooseOption } from "./choose-option"
import { expectAccessible } from "./export-page"
import { enterAs, expect, isAlive, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { type LargeStack, readRows, startLargeStack } from "./start-large"

/** 300 departments, 47 of them stores. */
const demoScale = 0.06
const storesToMove = 40

/** The service's departments, ordered by id. */
async function readDepartments(stack: LargeStack): Promise<Row[]> {
  const rows = await readRows(stack, "/v1.4/departments")
  return rows.toSorted((one, other) => `${one["id"]}`.localeCompare(`${other["id"]}`))
}

const idOf = (row: Row | undefined) => `${row?.["id"]}`
const nameOf = (row: Row | undefined) => `${row?.["name"]}`

const schemas = departmentSchemas(catalogue)

/** Whether the platform accepts a change of the department: some demo phone numbers are invalid. */
const isValid = (row: Row) =>
  checkDepartment(schemas, pickKeys(row, Object.keys(schemas))).problems.length === 0
const pickKeys = (row: Row, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** The ancestors of a department, top first. */
function pathTo(row: Row | undefined, all: readonly Row[]): Row[] {
  const parent = all.find(({ id }) => id === row?.["parentId"])
  return parent ? [...pathTo(parent, all), parent] : []
}

/** A field's values at the service, by department id. */
const fieldById = async (stack: LargeStack, field: string) =>
  new Map((await readDepartments(stack)).map((row) => [idOf(row), row[field] ?? null]))

/** Changes a department as a concurrent editor would. */
async function changeMeanwhile(page: Page, before: Row | undefined, values: Row) {
  const answer = await page.request.fetch(`/api/v1.2/departments/${idOf(before)}`, {
    method: "PATCH",
    headers: {
      origin: new URL(page.url()).origin,
      "x-requested-with": "dashboard",
      "content-type": "application/json-patch+json",
    },
    data: printPatch(diffDocuments(before ?? {}, { ...before, ...values })),
  })
  expect(answer.ok()).toBe(true)
}

const dryRun = (page: Page) => page.getByRole("region", { name: "Preview" })

async function runDry(page: Page) {
  await dryRun(page).getByRole("button", { name: "Preview changes" }).click()
}

/** Uploads a file to the import, with a generic MIME type. */
async function bringFile(page: Page, name: string, buffer: Buffer) {
  await page.goto("/organisation/import")
  const input = page.getByRole("region", { name: "File" }).locator("input[type=file]")
  await input.setInputFiles({ name, mimeType: "application/octet-stream", buffer })
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Selects all stores and removes the given ones by hand. */
async function chooseStoresBut(page: Page, count: number, others: readonly Row[]) {
  await page.goto("/organisation/table?type=Store")
  await isAlive(page)
  const clear = page.getByRole("button", { name: "Clear the selection" })
  if (await clear.isVisible()) await clear.click()
  await page.getByRole("button", { name: /^Select all( \d+)? that match$/ }).click()
  await page.getByRole("link", { name: `Edit ${count} departments` }).click()
  const card = page.getByRole("region", { name: "Departments", exact: true })
  for (const row of others) {
    await card.getByRole("searchbox", { name: "Find among these" }).fill(nameOf(row))
    await card.getByRole("button", { name: `Remove ${nameOf(row)}`, exact: true }).click()
  }
  await card.getByRole("searchbox", { name: "Find among these" }).fill("")
}

test.describe("bulk edits of departments", { tag: ["@edits"] }, () => {
  test.describe.configure({ mode: "serial" })
  let stack: LargeStack
  let context: BrowserContext
  let page: Page

  base.beforeAll(async ({ browser }) => {
    stack = await startLargeStack(demoScale)
    context = await browser.newContext({ baseURL: stack.url })
    page = await context.newPage()
    await signIn(page, "admin", "/organisation/bulk")
    await expect(page.getByText("none chosen").first()).toBeVisible()
  })
  base.afterAll(async () => {
    await context?.close()
    await stack?.stop()
  })

  test("40 stores move to another region; one fails, is retried, and the whole bulk edit is undone", async () => {
    const all = await readDepartments(stack)
    const [region, other] = all.filter(({ type }) => type === "Region")
    const everyStore = all.filter(({ type }) => type === "Store")
    const stores = everyStore
      .filter((store) => isValid(store) && !pathTo(store, all).includes(region ?? {}))
      .slice(0, storesToMove)
    const [rival] = stores
    expect(stores).toHaveLength(storesToMove)

    await chooseStoresBut(
      page,
      everyStore.length,
      everyStore.filter((store) => !stores.includes(store)),
    )
    await expect(page.getByText(`${storesToMove} chosen`).first()).toBeVisible()
    await chooseOption(page, "Add a field", "Parent", /^Parent$/)
    const above = pathTo(region, all).map(nameOf).join(" › ")
    const option = new RegExp(`^${escaped(nameOf(region))}\\s*${escaped(above)}( ·|$)`)
    await chooseOption(page, "Parent", `${nameOf(region)} ${above}`, option)
    await runDry(page)
    const wouldChange = `Would change: ${storesToMove}`
    await expect(dryRun(page).getByRole("tab", { name: wouldChange })).toBeVisible()
    await expect(dryRun(page)).toContainText(nameOf(region))
    await expectAccessible(page)

    await changeMeanwhile(page, rival, { parentId: other?.["id"] })
    await dryRun(page)
      .getByRole("button", { name: `Send ${storesToMove} changes` })
      .click()
    await expect(page).toHaveURL(/\/organisation\/batches\/[\w-]{36}$/)
    const first = page.url()
    await expect(page.getByText(`${storesToMove} of ${storesToMove} done`)).toBeVisible()
    await expect(page.getByRole("tab", { name: `${storesToMove - 1} applied` })).toBeVisible()
    await page.getByRole("tab", { name: "1 rejected" }).click()
    const refused = page.getByRole("list", { name: "Departments of the bulk edit" })
    await expect(refused.getByRole("listitem").first()).toContainText(nameOf(rival))
    await expect(refused).toContainText("Somebody else changed this meanwhile")
    await expectAccessible(page)
    const moved = await fieldById(stack, "parentId")
    for (const store of stores)
      expect(moved.get(idOf(store))).toBe(store === rival ? other?.["id"] : region?.["id"])

    await page.getByRole("button", { name: "Check 1 again" }).click()
    await runDry(page)
    await expect(dryRun(page)).toContainText(nameOf(other))
    await dryRun(page).getByRole("button", { name: "Send 1 change" }).click()
    await expect(page.getByRole("tab", { name: `All: ${storesToMove}` })).toBeVisible()
    await expect(page.getByText(`${storesToMove} applied`, { exact: true }).first()).toBeVisible()
    expect((await fieldById(stack, "parentId")).get(idOf(rival))).toBe(region?.["id"])

    await page.getByRole("button", { name: "Undo the bulk edit" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "See what would change" }).click()
    await dialog.getByRole("button", { name: `Undo ${storesToMove} departments` }).click()
    await expect(page).not.toHaveURL(first)
    await expect(page.getByText(`${storesToMove} of ${storesToMove} done`)).toBeVisible()
    const back = await fieldById(stack, "parentId")
    for (const store of stores)
      expect(back.get(idOf(store))).toBe(store === rival ? other?.["id"] : store["parentId"])
  })

  test("a field that was added but not filled in is not sent; clearing it is an explicit choice that is counted", async () => {
    const all = await readDepartments(stack)
    const [store] = all.filter((row) => row["timeZone"] !== null && isValid(row))
    await chooseStoresBut(page, all.filter(({ type }) => type === "Store").length, [])
    await page.evaluate((id) => {
      const key = Object.keys(sessionStorage).find((each) => each.includes("selection"))
      if (key) sessionStorage.setItem(key, JSON.stringify([id]))
    }, idOf(store))
    await page.reload()
    await expect(page.getByText("1 chosen").first()).toBeVisible()
    await chooseOption(page, "Add a field", "Time zone", /^Time zone$/)
    const start = dryRun(page).getByRole("button", { name: "Preview changes" })
    await expect(start).toBeDisabled()
    await expect(dryRun(page)).toContainText("Enter a value for Time zone, or clear it.")
    await page.reload()
    await expect(start).toBeDisabled()

    const clear = page.getByRole("button", { name: "Clear this field: Time zone" })
    await clear.click()
    await expect(clear).toHaveAttribute("aria-pressed", "true")
    await expectAccessible(page)
    await runDry(page)
    await expect(dryRun(page)).toContainText("1 value is cleared: Time zone (1).")
    await expectAccessible(page)
    await dryRun(page).getByRole("button", { name: "Send 1 change" }).click()
    await expect(page.getByText("1 of 1 done")).toBeVisible()
    expect((await fieldById(stack, "timeZone")).get(idOf(store))).toBeNull()
  })

  test("a workbook changes departments like a CSV file; its empty cells clear values only if that is chosen", async () => {
    const all = await readDepartments(stack)
    const [one, two] = all.filter((row) => row["city"] !== null && isValid(row)).slice(-2)
    const rows = [
      ["id", "addressLine2", "city"],
      [idOf(one), "Gate 8", null],
      [idOf(two), 42, null],
    ]
    const sheet = rows.map((cells, at) => printRow(cells, at + 1)).join("")
    const parts = { ...workbookParts(["Stores"]), [sheetPath(0)]: sheetStart() + sheet + sheetEnd }
    const file = zipSync(
      Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])),
    )
    await bringFile(page, "gates.xlsx", Buffer.from(file))
    await expect(page.getByText("2 rows in the sheet “Stores”")).toBeVisible()
    await runDry(page)
    await expect(dryRun(page)).toContainText("Gate 8")
    await expect(dryRun(page)).not.toContainText("cleared")
    await page.getByRole("checkbox", { name: "Empty cells clear city" }).check()
    await expectAccessible(page)
    await runDry(page)
    await expect(dryRun(page)).toContainText("2 values are cleared: City (2).")
    await dryRun(page).getByRole("button", { name: "Send 2 changes" }).click()
    await expect(page.getByText("2 of 2 done")).toBeVisible()
    const after = await readDepartments(stack)
    const written = [one, two].map((row) => after.find(({ id }) => id === idOf(row)))
    expect(written).toMatchObject([
      { addressLine2: "Gate 8", city: null },
      { addressLine2: "42", city: null },
    ])
  })

  test("a person who is signed out after a dry run signs in beside the page, and loses no selection", async () => {
    const all = await readDepartments(stack)
    const rows = all.filter((row) => isValid(row)).slice(0, 2)
    const csv = ["id,addressLine2", ...rows.map((row) => `${idOf(row)},Gate 9`)].join("\n")
    await bringFile(page, "nine.csv", Buffer.from(csv))
    await runDry(page)
    await expect(dryRun(page).getByRole("tab", { name: "Would change: 2" })).toBeVisible()
    await context.clearCookies()
    await dryRun(page).getByRole("button", { name: "Send 2 changes" }).click()
    await expect(dryRun(page).getByRole("alert")).toContainText("Your change is kept.")
    const opening = page.waitForEvent("popup")
    await dryRun(page).getByRole("link", { name: "Sign in" }).click()
    const beside = await opening
    await enterAs(beside, "admin")
    await expect(beside.getByRole("heading", { name: "You are signed in" })).toBeVisible()
    await expect(dryRun(page)).toContainText("You are signed in again.")
    await beside.close()
    await dryRun(page).getByRole("button", { name: "Send 2 changes" }).click()
    await expect(page.getByText("2 of 2 done")).toBeVisible()
  })

  test("a file with two bad rows changes the good ones, once the person agrees to skip the bad ones", async () => {
    const all = await readDepartments(stack)
    const rows = all.filter(({ type }) => type === "Store").slice(0, 2)
    const csv = [
      "id;addressLine2;showInContacts;lastModifiedDateTime;Vej",
      `${idOf(rows[0])};Gate 4, rear;;;`,
      "not-an-id;Gate 5;;;",
      `${idOf(rows[1])};"Gate ""6""";;;3-mar`,
      `${idOf(rows[1]).toUpperCase()};Gate 7;;;`,
    ].join("\r\n")
    await bringFile(page, "gates.csv", Buffer.from(`\uFEFF${csv}`))
    const faults = page.getByRole("region", { name: "The file has 2 errors" })
    await expect(faults.getByRole("row").nth(1)).toHaveText(/^3id.*not an id/)
    await expect(faults.getByRole("row").nth(2)).toHaveText(/^5.*in line 4/)
    const columns = page.getByRole("region", { name: "Columns of the file" })
    await expect(columns.getByRole("combobox", { name: /lastModifiedDateTime/ })).toHaveText(
      "Left out",
    )
    await columns.getByRole("combobox", { name: /Vej/ }).click()
    await pickEntry(page.getByRole("option", { name: "Address", exact: true }))

    await runDry(page)
    await expect(dryRun(page).getByRole("tab", { name: "Would change: 1" })).toBeVisible()
    await expect(dryRun(page)).toContainText("Gate 4, rear")
    await page.getByRole("checkbox", { name: /^1 value looks like a date/ }).check()
    await expect(dryRun(page).getByRole("tab", { name: "Would change: 2" })).toBeVisible()
    const send = dryRun(page).getByRole("button", { name: "Send 2 changes" })
    await expect(send).toBeDisabled()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText("gates.csv")).toBeVisible()
    await runDry(page)
    await page.getByRole("checkbox", { name: /^Send only the valid rows: 2 rows/ }).check()
    await send.click()
    await expect(page.getByText("2 of 2 done")).toBeVisible()
    const written = await fieldById(stack, "addressLine2")
    expect(rows.map((row) => written.get(idOf(row)))).toEqual(["Gate 4, rear", 'Gate "6"'])
  })
})

test("people who may not change departments see the missing permission and no controls", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  for (const path of ["/organisation/bulk", "/organisation/import"]) {
    await page.goto(path)
    await expect(page.getByText("users:write")).toBeVisible()
    await expect(dryRun(page)).toHaveCount(0)
  }
})
