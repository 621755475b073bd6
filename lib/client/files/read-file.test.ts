import { expect, test } from "vitest"
import { readStart } from "./read-file"

const rowsOf = async (text: string | Uint8Array<ArrayBuffer>) => {
  const read = await readStart(new Blob([text]))
  return read.ok ? { head: read.head.cells, rows: read.rows.length } : read
}

test("The start of a long file has whole rows only.", async () => {
  const read = await readStart(new Blob([`id,name\n${"12345,Søren\n".repeat(20_000)}`]))
  if (!read.ok) throw new Error(read.fault)
  expect(read.rows.length).toBeGreaterThan(1000)
  expect(new Set(read.rows.map(({ cells }) => cells.join("|")))).toEqual(new Set(["12345|Søren"]))
})

test("A long file whose start ends within a quoted value is read to its end.", async () => {
  const value = `"${"line\n".repeat(20_000)}"`
  expect(await rowsOf(`id,name\n1,${value}\n2,Eva\n`)).toEqual({ head: ["id", "name"], rows: 2 })
})

test("A short file is read as it is, and bytes that are no text are refused.", async () => {
  expect(await rowsOf("id;name\n1;Eva")).toEqual({ head: ["id", "name"], rows: 1 })
  expect(await rowsOf(new Uint8Array([0x69, 0x2c, 0xf8, 0x01, 0x41]))).toMatchObject({
    fault: "no_text",
  })
  expect(await rowsOf('id,name\n1,"Eva\n')).toMatchObject({ fault: "bad_quote" })
})
