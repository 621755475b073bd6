import type { Page } from "@playwright/test"
import { readSheet } from "read-excel-file/node"
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
  expectAccessible,
  exportNow,
  fileLink,
  openChoices,
  pickCells,
  readCsv,
} from "./export-page"
import { expect, test } from "./people"
import { reportUrl } from "./report-page"
import { commonValue, readAll } from "./service-api"

const departments = findOperation(catalogue, "departments") as ListOperation

/** Fields whose cells contain the record's own text. */
const scalars = Object.entries(fieldsOf(catalogue, departments)).flatMap(([name, field]) =>
  isScalar(field) && field.type !== "url" ? [name] : [],
)

const openReport = async (page: Page, search: string) => {
  await page.goto(reportUrl(departments, {}, search))
  await expect(page.getByText(/^All \d+ rows loaded$/)).toBeVisible()
}

// rules: Content
test("an export of all fields has the service's rows in order, and its manifest the count and the checksum", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  const search = `type=${await commonValue(departments, "type")}&sort=-name`
  const rows = await readAll(departments, {}, search)
  await openReport(page, search)
  const dialog = await openChoices(page)
  await expect(dialog.getByRole("status")).toHaveText(`${rows.length} rows`)
  await expectAccessible(page)
  await choose(page, "Content", "All fields")
  const file = await exportNow(page, dialog)
  expect(new URL(page.url()).pathname).toBe("/reports/departments")
  expect(file.name).toMatch(/^departments-[\d-]+\.csv$/)
  const lines = readCsv(file.bytes)
  expect(scalars.filter((name) => !(name in (lines[0] ?? {})))).toEqual([])
  expect(pickCells(lines, scalars)).toEqual(cellsOf(rows, scalars))
  const manifest = await (await page.request.get(`/api/exports/${file.id}/manifest`)).json()
  expect(manifest).toMatchObject({
    operation: "departments",
    state: "complete",
    rows: rows.length,
    file: file.name,
    bytes: file.bytes.length,
    sha256: file.sha256,
  })
  expect(new URLSearchParams(manifest.query)).toEqual(new URLSearchParams(search))
})

test("a workbook of the shown columns has names instead of ids, and times in the reader's time zone", async ({
  openAs,
}) => {
  const page = await openAs("admin")
  const all = await readAll(departments, {})
  const nameOf = new Map(all.map(({ id, name }) => [id, name]))
  await openReport(page, "type=Store&sort=name&view.columns=name,parentId,creationDateTime")
  const rows = await readAll(departments, {}, "type=Store&sort=name")
  const dialog = await openChoices(page)
  await dialog.getByRole("button", { name: "Excel (.xlsx)" }).click()
  const { bytes } = await exportNow(page, dialog)
  const [head, ...lines] = await readSheet(bytes, "Rows")
  expect(head).toEqual(["Name", "Parent", "Created (Europe/Copenhagen)"])
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Copenhagen",
    dateStyle: "short",
    timeStyle: "medium",
  })
  const seen = lines.map(([name, parent, created]) => [
    name,
    parent,
    created instanceof Date ? created.toISOString().slice(0, 19).replace("T", " ") : created,
  ])
  expect(seen).toEqual(
    rows.map(({ name, parentId, creationDateTime }) => [
      name,
      nameOf.get(parentId),
      clock.format(new Date(`${creationDateTime}`)),
    ]),
  )
  const about = Object.fromEntries(await readSheet(bytes, "About"))
  expect(about["timeZone"]).toBe("Europe/Copenhagen")
})

// rules: Access
test("an export is visible only to its person, and its file is gone once the export is removed", {
  tag: "@deep",
}, async ({ openAs }) => {
  const page = await openAs("admin")
  await openReport(page, "sort=city")
  const dialog = await openChoices(page)
  const { id } = await exportNow(page, dialog)
  await page.goto("/downloads")
  await expect(fileLink(page, id)).toHaveText("Download")
  const other = await openAs("hr")
  await other.goto("/downloads")
  await expect(other.getByRole("heading", { name: "Downloads" })).toBeVisible()
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
