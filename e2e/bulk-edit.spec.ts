import { type BrowserContext, test as base, type Page } from "@playwright/test"
import { catalogue, checkDepartment, departmentSchemas, type Row } from "@/lib/catalogue"
import { diffDocuments, printPatch } from "@/lib/json-patch"
import { chooseOption } from "./choose-option"
import { expectAccessible } from "./export-page"
import { expect, signIn, test } from "./people"
import { pickEntry } from "./pick-entry"
import { type LargeStack, readRows, startLargeStack } from "./start-large"

/** 300 departments, 47 of them stores. */
const demoScale = 0.06
const storesToMove = 40

/** Departments as the service has them, in the order of their ids. */
async function readDepartments(stack: LargeStack): Promise<Row[]> {
  const rows = await readRows(stack, "/v1.4/departments")
  return rows.toSorted((one, other) => `${one["id"]}`.localeCompare(`${other["id"]}`))
}

const idOf = (row: Row | undefined) => `${row?.["id"]}`
const nameOf = (row: Row | undefined) => `${row?.["name"]}`

const schemas = departmentSchemas(catalogue)

/** Whether the platform takes a change of it: the demo data holds phone numbers that it would refuse. */
const isValid = (row: Row) =>
  checkDepartment(schemas, pickKeys(row, Object.keys(schemas))).problems.length === 0
const pickKeys = (row: Row, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]))

/** Those above a department, the top one first. */
function pathTo(row: Row | undefined, all: readonly Row[]): Row[] {
  const parent = all.find(({ id }) => id === row?.["parentId"])
  return parent ? [...pathTo(parent, all), parent] : []
}

/** The value of a field at the service, by id. */
const fieldById = async (stack: LargeStack, field: string) =>
  new Map((await readDepartments(stack)).map((row) => [idOf(row), row[field] ?? null]))

/** Changes a department as somebody else would who edits it at the same time. */
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

const dryRun = (page: Page) => page.getByRole("region", { name: "Dry run" })

async function runDry(page: Page) {
  await dryRun(page).getByRole("button", { name: "Start the dry run" }).click()
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Chooses all stores but these, by hand. */
async function chooseStoresBut(page: Page, others: readonly Row[]) {
  const card = page.getByRole("region", { name: "Departments", exact: true })
  await card.getByRole("combobox", { name: "Type" }).click()
  await pickEntry(page.getByRole("option", { name: "Store", exact: true }))
  await card.getByRole("button", { name: "Choose only these" }).click()
  for (const row of others) {
    await card.getByRole("searchbox", { name: "Find among these" }).fill(nameOf(row))
    await card.getByRole("button", { name: `Remove ${nameOf(row)}`, exact: true }).click()
  }
  await card.getByRole("searchbox", { name: "Find among these" }).fill("")
}

test.describe("departments edited together", { tag: ["@edits"] }, () => {
  test.describe.configure({ mode: "serial" })
  let stack: LargeStack
  let context: BrowserContext
  let page: Page

  base.beforeAll(async ({ browser }) => {
    stack = await startLargeStack(demoScale)
    context = await browser.newContext({ baseURL: stack.url })
    page = await context.newPage()
    await signIn(page, "admin", "/departments/bulk")
    await expect(page.getByText("none chosen").first()).toBeVisible()
  })
  base.afterAll(async () => {
    await context?.close()
    await stack?.stop()
  })

  test("40 stores are moved to another region with one failing, the failed one is tried again, and all of it is undone", async () => {
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
    await expect(page).toHaveURL(/\/departments\/batches\/[\w-]{36}$/)
    const first = page.url()
    await expect(page.getByText(`${storesToMove} of ${storesToMove} done`)).toBeVisible()
    await expect(page.getByRole("tab", { name: `${storesToMove - 1} applied` })).toBeVisible()
    await page.getByRole("tab", { name: "1 refused" }).click()
    const refused = page.getByRole("list", { name: "Departments of the batch" })
    await expect(refused.getByRole("listitem").first()).toContainText(nameOf(rival))
    await expect(refused).toContainText("Somebody else changed this meanwhile")
    await expectAccessible(page)
    const moved = await fieldById(stack, "parentId")
    for (const store of stores)
      expect(moved.get(idOf(store))).toBe(store === rival ? other?.["id"] : region?.["id"])

    await page.getByRole("button", { name: "Look at 1 again" }).click()
    await runDry(page)
    await expect(dryRun(page)).toContainText(nameOf(other))
    await dryRun(page).getByRole("button", { name: "Send 1 change" }).click()
    await expect(page.getByRole("tab", { name: `All: ${storesToMove}` })).toBeVisible()
    await expect(page.getByText(`${storesToMove} applied`, { exact: true }).first()).toBeVisible()
    expect((await fieldById(stack, "parentId")).get(idOf(rival))).toBe(region?.["id"])

    await page.getByRole("button", { name: "Undo the batch" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Look at what would change" }).click()
    await dialog.getByRole("button", { name: `Set back ${storesToMove} departments` }).click()
    await expect(page).not.toHaveURL(first)
    await expect(page.getByText(`${storesToMove} of ${storesToMove} done`)).toBeVisible()
    const back = await fieldById(stack, "parentId")
    for (const store of stores)
      expect(back.get(idOf(store))).toBe(store === rival ? other?.["id"] : store["parentId"])
  })

  test("a file with two bad rows changes the good ones, once somebody agrees to leave the bad ones out", async () => {
    const all = await readDepartments(stack)
    const rows = all.filter(({ type }) => type === "Store").slice(0, 2)
    const csv = [
      "id;addressLine2;showInContacts;lastModifiedDateTime",
      `${idOf(rows[0])};Gate 4, rear;;`,
      "not-an-id;Gate 5;;",
      `${idOf(rows[1])};"Gate ""6""";;`,
      `${idOf(rows[1]).toUpperCase()};Gate 7;;`,
    ].join("\r\n")
    await page.goto("/departments/import")
    await page
      .getByRole("region", { name: "File" })
      .locator("input[type=file]")
      .setInputFiles({
        name: "gates.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`\uFEFF${csv}`),
      })
    const faults = page.getByRole("table")
    await expect(faults.getByRole("row").nth(1)).toHaveText(/^3id.*not an id/)
    await expect(faults.getByRole("row").nth(2)).toHaveText(/^5.*in line 4/)
    await expect(page.getByText("cannot be changed: lastModifiedDateTime")).toBeVisible()

    await runDry(page)
    await expect(dryRun(page).getByRole("tab", { name: "Would change: 2" })).toBeVisible()
    await expect(dryRun(page)).toContainText("Gate 4, rear")
    const send = dryRun(page).getByRole("button", { name: "Send 2 changes" })
    await expect(send).toBeDisabled()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText("gates.csv")).toBeVisible()
    await runDry(page)
    await page.getByRole("checkbox", { name: /^Send the good rows only: 2 rows/ }).check()
    await send.click()
    await expect(page.getByText("2 of 2 done")).toBeVisible()
    const written = await fieldById(stack, "addressLine2")
    expect(rows.map((row) => written.get(idOf(row)))).toEqual(["Gate 4, rear", 'Gate "6"'])
  })
})

test("people who may not change departments are told so, and not shown the controls", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  for (const path of ["/departments/bulk", "/departments/import"]) {
    await page.goto(path)
    await expect(page.getByText("users:write")).toBeVisible()
    await expect(dryRun(page)).toHaveCount(0)
  }
})
