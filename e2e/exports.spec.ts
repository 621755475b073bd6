import type { Page } from "@playwright/test"
import {
  catalogue,
  fieldsOf,
  findOperation,
  isScalar,
  type ListOperation,
  type Row,
} from "@/lib/catalogue"
import {
  cards,
  cellsOf,
  choose,
  download,
  expectAccessible,
  fileLink,
  openChoices,
  pickCells,
  readCsv,
  startedBy,
  tabTo,
} from "./export-page"
import { expect, test } from "./people"
import { reportUrl } from "./report-page"
import { readAll } from "./service-api"

const departments = findOperation(catalogue, "departments") as ListOperation

/** Fields whose cells carry the record's own text. */
const scalars = Object.entries(fieldsOf(catalogue, departments)).flatMap(([name, field]) =>
  isScalar(field) && field.type !== "url" ? [name] : [],
)

/** The type that most departments have. */
async function commonType(): Promise<string> {
  const types = (await readAll(departments, {})).map(({ type }) => `${type}`)
  const often = (one: string) => types.filter((type) => type === one).length
  return types.toSorted((one, other) => often(other) - often(one))[0] ?? ""
}

const openReport = async (page: Page, search: string) => {
  await page.goto(reportUrl(departments, {}, search))
  await expect(page.getByText(/^All \d+ rows loaded$/)).toBeVisible()
}

test("a filtered report is exported: the file holds the service's rows in their order, and the manifest their count and the file's checksum", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  const search = `type=${await commonType()}&sort=-name`
  const rows = await readAll(departments, {}, search)
  await openReport(page, search)
  const dialog = await openChoices(page)
  await expect(dialog.getByRole("status")).toContainText(
    new RegExp(`^${rows.length} rows?, 1 request`),
  )
  await expectAccessible(page)
  await choose(page, "Column heads", "Field names")
  const id = await startedBy(page, () =>
    dialog.getByRole("button", { name: "Start export" }).click(),
  )
  await expect(fileLink(page, id)).toHaveText("Download")
  const file = await download(page, () => fileLink(page, id).click())
  expect(file.name).toMatch(/^departments-[\d-]+\.csv$/)
  const lines = readCsv(file.bytes)
  expect(scalars.filter((name) => !(name in (lines[0] ?? {})))).toEqual([])
  expect(pickCells(lines, scalars)).toEqual(cellsOf(rows, scalars))
  const manifest = await (await page.request.get(`/api/exports/${id}/manifest`)).json()
  expect(manifest).toMatchObject({
    ...{ operation: "departments", state: "complete", rows: rows.length },
    ...{ file: file.name, bytes: file.bytes.length, sha256: file.sha256 },
  })
  expect(new URLSearchParams(manifest.query)).toEqual(new URLSearchParams(search))
})

test("an export is its person's own: others neither see it nor reach its file, and it is gone when it is removed", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  await openReport(page, "sort=city")
  const dialog = await openChoices(page)
  const id = await startedBy(page, () =>
    dialog.getByRole("button", { name: "Start export" }).click(),
  )
  await expect(fileLink(page, id)).toBeVisible()
  const other = await openAs("hr")
  await other.goto("/exports")
  await expect(other.getByRole("heading", { name: "Exports" })).toBeVisible()
  const list = await (await other.request.get("/api/exports")).json()
  expect(list.exports.map((job: Row) => job["id"])).not.toContain(id)
  await expect(fileLink(other, id)).toHaveCount(0)
  for (const path of ["", "/file", "/manifest"])
    expect((await other.request.get(`/api/exports/${id}${path}`)).status()).toBe(404)
  const card = cards(page).filter({ has: fileLink(page, id) })
  await card.getByRole("button", { name: /^Remove export/ }).click()
  await expect(card).toHaveCount(0)
  expect((await page.request.get(`/api/exports/${id}/file`)).status()).toBe(404)
})

test("by keyboard alone: a report is opened, filtered, sorted, a record is read, and what is left is exported", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  const type = await commonType()
  await page.goto("/")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press("Control+k")
    await expect(page.getByRole("combobox")).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type("departments")
  await page.keyboard.press("Enter")
  const grid = page.getByRole("grid")
  await expect(grid).toBeVisible()

  await tabTo(page, page.getByRole("button", { name: "Add filter" }))
  await page.keyboard.press("Enter")
  await expect(page.getByPlaceholder("Filter by…")).toBeFocused()
  await page.keyboard.type("type")
  await page.keyboard.press("Enter")
  await tabTo(page, page.getByRole("dialog").getByPlaceholder("Find or enter a value"))
  await page.keyboard.type(type)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(new RegExp(`type=${type}`))

  await tabTo(page, grid)
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Shift+F10")
  await expect(page.getByRole("menuitem", { name: "Sort descending" })).toBeVisible()
  for (let steps = 0; steps < 9; steps += 1) {
    const here = await page.evaluate(() => document.activeElement?.textContent)
    if (here?.startsWith("Sort descending")) break
    await page.keyboard.press("ArrowDown")
  }
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/sort=-name/)
  const rows = await readAll(departments, {}, `type=${type}&sort=-name`)
  await expect(page.locator("[data-row='0'] [data-field=name]")).toHaveAttribute(
    "title",
    `${rows[0]?.["name"]}`,
  )

  await expect(grid).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("dialog")).toContainText(`${rows[0]?.["name"]}`)
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toBeHidden()

  await tabTo(page, page.getByRole("button", { name: "Export…" }))
  await page.keyboard.press("Enter")
  const id = await startedBy(page, async () => {
    await tabTo(page, page.getByRole("button", { name: "Start export" }))
    await page.keyboard.press("Enter")
  })
  await tabTo(page, fileLink(page, id))
  const file = await download(page, () => page.keyboard.press("Enter"))
  expect(pickCells(readCsv(file.bytes), ["Name"])).toEqual(cellsOf(rows, ["name"]))
})
