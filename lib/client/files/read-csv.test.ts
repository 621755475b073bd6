import { stringify } from "csv-stringify/sync"
import fc from "fast-check"
import { expect, test } from "vitest"
import { readCsv as read } from "./read-csv"
import { fileLimit, readFile as readBlob, readTable as tableOf } from "./read-file"

const batchLimit = 5000
const readCsv = (text: string) => read(text, batchLimit)
const readFile = (file: Blob) => readBlob(file, batchLimit)
const readTable = (source: Parameters<typeof tableOf>[0]) => tableOf(source, batchLimit)

const rowsOf = async (text: string) => {
  const table = await readCsv(text)
  return table.ok ? [table.head, ...table.rows].map(({ line, cells }) => [line, ...cells]) : table
}

test("rows have the line number on which they start, for any line break and with blank lines", async () => {
  expect(await rowsOf('id;name\r\n\r\n1;"a\r\nb"\r\n\n 2;c\r3;d')).toEqual([
    [1, "id", "name"],
    [3, "1", "a\r\nb"],
    [6, " 2", "c"],
    [7, "3", "d"],
  ])
})

test.each([
  ["commas", "id,name;x\n1,a;b", ["id", "name;x"]],
  ["semicolons", 'id;"name, in, full"\n1;a,b', ["id", "name, in, full"]],
  ["one column", "id\n1", ["id"]],
])("%s are detected from the first line, outside quotes", async (_, text, head) => {
  expect(await readCsv(text)).toMatchObject({ ok: true, head: { cells: head } })
})

test("a byte order mark is not part of the first column name", async () => {
  const file = await readFile(new Blob(["\uFEFFid,name\n1,a"]))
  expect(file.ok && (await readTable(file.source))).toMatchObject({
    head: { cells: ["id", "name"] },
  })
})

test("a CSV file whose first column name starts like a ZIP archive is read as CSV", async () => {
  const file = await readFile(new Blob(["PK,city\n1,a"]))
  expect(file.ok && (await readTable(file.source))).toMatchObject({
    head: { cells: ["PK", "city"] },
  })
})

test("CSV written by another library is read back unchanged", async () => {
  const cell = fc.string({ unit: "binary", maxLength: 12 })
  const rows = fc.array(fc.tuple(cell, cell, fc.constantFrom("x", "\u00F8", "\u{1D54F}")))
  const separator = fc.constantFrom(",", ";")
  const lineBreak = fc.constantFrom("\n", "\r\n", "\r")
  await fc.assert(
    fc.asyncProperty(rows, separator, lineBreak, async (some, delimiter, record_delimiter) => {
      const written = [["id", 'say "so"', "x"], ...some]
      const text = stringify(written, { delimiter, record_delimiter, quoted: true })
      const table = await readCsv(text)
      expect(table.ok && [table.head, ...table.rows].map(({ cells }) => cells)).toEqual(written)
    }),
  )
})

test.each([
  ["nothing", "", { fault: "empty", line: 1 }],
  ["blank lines", "\n ;\n;;\n", { fault: "empty", line: 1 }],
  ["a quote that is not closed", 'id,name\n1,"a', { fault: "bad_quote", line: 2 }],
  ["a quote within a value", 'id,name\n1,a"b', { fault: "bad_quote", line: 2 }],
])("%s cannot be read", async (_, text, fault) => {
  expect(await readCsv(text)).toEqual({ ok: false, ...fault })
})

test("more rows than the batch limit are refused with the line of the first excess row", async () => {
  const text = `id\n${"x\n".repeat(batchLimit)}`
  expect(await readCsv(text)).toMatchObject({ ok: true })
  expect(await readCsv(`${text}\ny`)).toEqual({
    ok: false,
    fault: "too_many_rows",
    line: batchLimit + 3,
  })
})

test("a Latin-1 file with a sep= line and a UTF-16 file with tabs are read, as spreadsheets write them", async () => {
  for (const bytes of [
    Buffer.from("sep=;\r\nid;by\r\n1;Århus\r\n", "latin1"),
    Buffer.from("\uFEFFid\tby\r\n1\tÅrhus\r\n", "utf16le"),
  ]) {
    const file = await readFile(new Blob([new Uint8Array(bytes)]))
    expect(file.ok && (await readTable(file.source))).toMatchObject({
      ok: true,
      head: { cells: ["id", "by"] },
      rows: [{ cells: ["1", "Århus"] }],
    })
  }
})

test("a binary file and a file above the size limit are refused", async () => {
  expect(await readFile(new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1])]))).toMatchObject({
    fault: "no_text",
  })
  expect(await readFile(new Blob(["x".repeat(fileLimit + 1)]))).toMatchObject({
    fault: "too_large",
  })
})
