import { dirname, join } from "node:path"
import type { Locator, Page } from "@playwright/test"
import { parse } from "csv-parse/sync"
import { readSheet } from "read-excel-file/node"
import {
  catalogue,
  columnsOf,
  type FieldColumn,
  fieldsOf,
  type ListOperation,
  listOperations,
  type PathParameters,
  wholeLists,
} from "@/lib/catalogue"
import { workspaceFile } from "./environment"
import { download, exportNow, fileLink, openChoices, startedBy } from "./export-page"
import { expect, signIn, test } from "./people"
import { reportUrl } from "./report-page"
import { answeringPath } from "./service-api"
import { type OwnDashboard, startCopyingDashboard } from "./start-own-dashboard"

test.describe.configure({ mode: "default" })

let dashboard: OwnDashboard
test.beforeAll(async () => {
  const names = join(dirname(workspaceFile()), "user-names.csv")
  dashboard = await startCopyingDashboard({ USER_NAMES_FILE: names })
})
test.afterAll(() => dashboard?.stop())

type FileCell = string | number | boolean | Date | null

interface ShownCell {
  readonly text: string
  readonly title: string
}

/** Runs in the page: the cells of the drawn rows, by column name. */
const readCells = (grid: Element): Record<string, ShownCell>[] =>
  [...grid.querySelectorAll("[data-row]")].map((row) =>
    Object.fromEntries(
      [...row.querySelectorAll<HTMLElement>("[role=gridcell]")].map((cell) => [
        cell.dataset["field"] ?? "",
        { text: cell.textContent ?? "", title: cell.title },
      ]),
    ),
  )

const clock = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
})

/** Expects that a file's cell matches the page's text or title. */
function expectSame(column: FieldColumn, shown: ShownCell, cell: FileCell, where: string) {
  const { field } = column
  if (shown.text === "–") return expect(cell ?? "", where).toBe("")
  // The workbook reader may lose a millisecond.
  if (cell instanceof Date)
    return expect(clock.format(Math.ceil(cell.getTime() / 1000) * 1000), where).toBe(shown.text)
  if (
    field.type === "datetime" ||
    field.type === "datetimeoffset" ||
    field.type === "localdatetime"
  )
    return expect(clock.format(new Date(`${cell}Z`)), where).toBe(shown.text)
  if (field.type === "integer" || field.type === "double")
    return expect(Number(cell), where).toBe(Number(shown.title))
  const bare = shown.text.replace(/ \+\d+$/, "").replace(/ and \d+ more$/, "")
  const text = `${cell}`.replace(/^'+(?='*[=+\-@])/, "")
  const id = shown.title.split("\n").at(-1)
  // The page shortens an id without a name, the file does not; for nested entries the file has
  // their number.
  const isCounted = field.type === "array" || field.type === "object"
  return expect([bare, id, ...(isCounted ? bare.split(" ", 1) : [])], where).toContain(text)
}

/** Downloads the file directly or from Downloads. */
async function takeFile(page: Page, dialog: Locator): Promise<Buffer> {
  const start = dialog.getByRole("button", { name: /^(Download|Start export)$/ })
  await expect(start).toBeEnabled()
  if ((await start.textContent()) === "Download") return (await exportNow(page, dialog)).bytes
  const id = await startedBy(page, () => start.click())
  await expect(page).toHaveURL(/\/downloads$/)
  await expect(fileLink(page, id)).toHaveText("Download")
  const { bytes } = await download(page, () => fileLink(page, id).click())
  await page.goBack()
  return bytes
}

async function compare(page: Page, operation: ListOperation, parameters: PathParameters) {
  await page.goto(`${dashboard.url}${reportUrl(operation, parameters)}`)
  const grid = page.getByRole("grid")
  await expect(grid).toHaveAttribute("aria-busy", "false")
  const all = columnsOf(operation, fieldsOf(catalogue, operation))
  for (const format of ["CSV (.csv)", "Excel (.xlsx)"]) {
    const dialog = await openChoices(page)
    await dialog.getByRole("button", { name: format }).click()
    const bytes = await takeFile(page, dialog)
    const table: FileCell[][] = format.startsWith("CSV")
      ? parse(bytes, { bom: true })
      : ((await readSheet(bytes, "Rows")) as FileCell[][])
    const [head = [], ...rows] = table
    // Names load after the rows.
    await expect(async () => {
      const shown = await grid.evaluate(readCells)
      const columns = Object.keys(shown[0] ?? {}).flatMap(
        (name) => all.find((column) => column.name === name) ?? [],
      )
      expect(head, format).toHaveLength(columns.length)
      for (const [index, cells] of shown.entries())
        for (const [at, column] of columns.entries()) {
          const cell = cells[column.name] ?? { text: "", title: "" }
          const where = `${format}, row ${index}, ${column.name}`
          expectSame(column, cell, rows[index]?.[at] ?? null, where)
        }
    }).toPass({ timeout: 20_000 })
  }
}

const lists = [...listOperations(catalogue), ...wholeLists(catalogue)]

for (const operation of lists)
  test(`the files of ${operation.id} match the page`, async ({ browser }) => {
    test.setTimeout(300_000)
    const page = await browser.newPage({ viewport: { width: 2400, height: 900 } })
    await signIn(page, "admin", `${dashboard.url}/`)
    const id = operation.wholeOf
    if (id !== undefined)
      await expect
        .poll(
          async () => {
            // The titles of posts are copied with their languages.
            const search = id === "content-posts" ? "?culture[ne]=xx-XX" : ""
            const path = `/api/answers/${id}/total${search}`
            const answer = await page.request.get(`${dashboard.url}${path}`)
            return answer.ok() && (await answer.json()).coverage.isComplete
          },
          { timeout: 200_000 },
        )
        .toBe(true)
    await compare(page, operation, id === undefined ? await answeringPath(operation) : {})
    await page.context().close()
  })
