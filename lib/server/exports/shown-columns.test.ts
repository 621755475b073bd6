import { expect, test } from "vitest"
import { catalogue } from "../../catalogue"
import { csvCells } from "../files/csv-file"
import { readExportOrder } from "./export-order"
import { collectIds } from "./page-names"
import { sheetColumns } from "./sheet-columns"

const order = (operation: string, columns: readonly string[]) =>
  readExportOrder(catalogue, {
    operation,
    parameters: {},
    query: "",
    format: "csv",
    bom: true,
    separator: ",",
    scope: "all",
    timeZone: "Europe/Copenhagen",
    columns,
    shown: { locale: "da", yes: "Ja", no: "Nej", values: { status: { Draft: "Kladde" } } },
  })

const names: Readonly<Record<string, string>> = { p1: "Sommerfest", m1: "Nyheder", u1: "Ida Ø" }
const nameOf = (id: string) => names[id]

const cellsOf = (operation: string, columns: readonly string[], row: Record<string, unknown>) =>
  sheetColumns(catalogue, order(operation, columns)).map(({ cell }) => cell(row, nameOf))

const post = {
  id: "p1",
  moduleId: "m1",
  userId: "u2",
  status: "Draft",
  creationDateTime: "2026-06-30T22:30:00Z",
  locales: [
    { culture: "en-GB", title: "Summer party" },
    { culture: "da-DK", title: "Sommerfest 2026" },
  ],
}

test("A file with displayed values has names, titles in the reader's language, and local times.", () => {
  const columns = ["locales", "moduleId", "status", "userId", "creationDateTime", "id"]
  const cells = cellsOf("all-content-posts", columns, post)
  const [title, module, status, user, created, id] = cells
  expect([title, module, status, user, id]).toEqual([
    "Sommerfest 2026",
    "Nyheder",
    "Kladde",
    "u2",
    "p1",
  ])
  expect(csvCells([[created ?? null]], { bom: false, separator: "," })).toBe("2026-07-01 00:30\r\n")
})

test("A post without texts shows its name, and an empty list is empty.", () => {
  const bare = { ...post, locales: null }
  expect(cellsOf("all-content-posts", ["locales"], bare)).toEqual(["Sommerfest"])
  expect(cellsOf("departments", ["locales"], { locales: [] })).toEqual([null])
})

test("Names are looked up only for the exported columns, not for the record's own id.", () => {
  const wanted = collectIds(catalogue, order("all-content-posts", ["id", "userId"]), [post])
  expect([...wanted.keys()]).toEqual(["user"])
  const titled = collectIds(catalogue, order("all-content-posts", ["locales"]), [post])
  expect([...(titled.get("workspace") ?? [])]).toEqual(["p1"])
})

test("A column that the page does not have is refused.", () => {
  expect(() => order("departments", ["name", "nothing"])).toThrow()
})
