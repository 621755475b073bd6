import { stringify } from "csv-stringify/sync"
import fc from "fast-check"
import { expect, test } from "vitest"
import { CsvFault, type LineProblem } from "../files/read-csv-rows"
import { type NamesCsvOptions, readNamesCsv } from "./read-names-csv"
import type { NamedUser } from "./table"

const guid = (at: number) => `00000000-0000-4000-8000-${`${at}`.padStart(12, "0")}`

interface ReadOptions extends Partial<Pick<NamesCsvOptions, "maxRows" | "uses">> {
  readonly pieces?: number
}

/** Yields bytes in small pieces, as a network does, so that characters and quotes are split. */
async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(
  text: string | Uint8Array,
  { pieces = 7, maxRows = 1000, ...options }: ReadOptions = {},
) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  const problems: LineProblem[] = []
  const rows: NamedUser[] = []
  let fault: LineProblem | undefined
  try {
    const onProblem = (problem: LineProblem) => void problems.push(problem)
    const wanted = { maxRows, onProblem, ...options }
    for await (const batch of readNamesCsv(inPieces(bytes, pieces), wanted)) rows.push(...batch)
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    fault = error.problem
  }
  return { rows, problems, fault }
}

test.each<[string, NamesCsvOptions["uses"], string]>([
  ["named by the header, others left out", undefined, "phone,name,id,shoe size"],
  ["named by the reader, whatever the header says", ["", "name", "id"], "id,Navn,Bruger,name"],
])("columns are %s", async (_, uses, header) => {
  const { rows, problems } = await read(`${header}\n12,Eva,${guid(1)},40\n13,Ben,${guid(2)}\n`, {
    uses,
  })
  expect(rows).toEqual([{ line: 2, id: guid(1), name: "Eva" }])
  expect(problems).toMatchObject([{ line: 3, fault: { code: "not_as_header", figure: 3 } }])
})

test.each([
  ["commas and LF", `id,name\n${guid(1)},Eva\n${guid(2)},Ben\n`],
  ["CRLF and no end of the last line", `id,name\r\n${guid(1)},Eva\r\n${guid(2)},Ben`],
  ["a byte order mark and quotes", `\uFEFF"id","name"\r\n"${guid(1)}","Eva"\r\n${guid(2)},Ben\r\n`],
  ["semicolons, as spreadsheets here write them", `id;name\r\n${guid(1)};Eva\r\n${guid(2)};Ben`],
  ["tabs", `id\tname\n${guid(1)}\tEva\n${guid(2)}\tBen`],
  ["spaces, capitals and empty lines", `ID, Name\n\n ${guid(1)} , Eva \n\n${guid(2)},Ben\n\n`],
])("a file with %s is read", async (_, text) => {
  const { rows, problems, fault } = await read(text)
  expect({ problems, fault }).toEqual({ problems: [], fault: undefined })
  expect(rows.map(({ id, name }) => [id, name])).toEqual([
    [guid(1), "Eva"],
    [guid(2), "Ben"],
  ])
})

test("a name may have separators, quotes and letters of any script", async () => {
  const names = ["Lund, Eva", 'Eva "Evi" Lund', "Søren Ærø", "李小龍", "Zoë 👩‍🚀", "=1+1", "a;b"]
  const text = `id,name\n${stringify(names.map((name, at) => [guid(at), name]))}`
  const { rows } = await read(text, { pieces: 1 })
  expect(rows.map(({ name }) => name)).toEqual(names)
})

test("department, email and title columns are read if present, in any order", async () => {
  const text = [
    "Title;NAME;email;id;Department",
    `Buyer;Eva Lund;eva@nordlys.test;${guid(1)};"Aarhus; C"`,
    `;Ben;;${guid(2)};`,
    `;Mia;mia at nordlys;${guid(3)};`,
    `;Kim;;${guid(4)}`,
    `${"x".repeat(201)};Kim;;${guid(5)};`,
    `;Kim;;${guid(6)};nul\0`,
  ].join("\n")
  const { rows, problems } = await read(text)
  expect(rows).toEqual([
    {
      line: 2,
      id: guid(1),
      name: "Eva Lund",
      title: "Buyer",
      email: "eva@nordlys.test",
      department: "Aarhus; C",
    },
    { line: 3, id: guid(2), name: "Ben" },
  ])
  expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    "4 the email must be an email address",
    "5 must have as many values as the header; it has 4",
    "6 the title must be at most 200 characters long",
    "7 the department must be text without NUL characters or broken Unicode",
  ])
  expect((await read(`name,id\nEva,${guid(1)}`)).rows).toEqual([
    { line: 2, id: guid(1), name: "Eva" },
  ])
})

test("problems are reported with their line in the file, even after values that span lines", async () => {
  const text = [
    "id,name",
    `${guid(1)},"Eva`,
    `Lund"`,
    "no-guid,Ben",
    `${guid(2)},`,
    `${guid(3)}`,
    `${guid(4)},a,b`,
    `${guid(5)},${"x".repeat(201)}`,
    "",
    `${guid(6)},nul\0`,
    `${guid(7)},Mia`,
  ].join("\r\n")
  const { rows, problems } = await read(text)
  expect(rows).toEqual([
    { line: 2, id: guid(1), name: "Eva\r\nLund" },
    { line: 11, id: guid(7), name: "Mia" },
  ])
  expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    "4 the id must be a guid",
    "5 the name must not be blank",
    "6 must have two values; it has 1",
    "7 must have two values; it has 3",
    "8 the name must be at most 200 characters long",
    "10 the name must be text without NUL characters or broken Unicode",
  ])
})

const bytesOf = (...values: number[]) => new Uint8Array(values)
test.each([
  ["nothing", "", 1],
  ["no header", `${guid(1)},Eva`, 1],
  ["another header", `name,guid\nEva,${guid(1)}`, 1],
  ["a column twice", `id,name,name\n${guid(1)},Eva,Eva`, 1],
  ["a picture for a name", bytesOf(...new TextEncoder().encode("id,name\nx,S"), 0xf8, 0x01), 1],
  ["a quote that is not closed", `id,name\n${guid(1)},"Eva\n${guid(2)},Ben\n`, 2],
  ["text beside a quoted value", `id,name\n${guid(1)},"Eva" Lund\n`, 2],
  ["a quote that runs on for 100 KB", `id,name\n${guid(1)},"${"x\n".repeat(50_000)}`, undefined],
  ["a line of 100 KB", `id,name\n${guid(1)},${"x".repeat(100_000)}`, undefined],
  ["more rows than are kept", `id,name\n${`${guid(1)},Eva\n`.repeat(1001)}`, 1002],
])("a file with %s is refused as a whole, with the line if known", async (_, text, line) => {
  const { fault } = await read(text, { pieces: 4096 })
  expect(fault?.message).toBeTruthy()
  if (line !== undefined) expect(fault?.line).toBe(line)
})

test("a file from a Danish spreadsheet program is read", async () => {
  const latin = Buffer.from(`sep=;\r\nid;name;;\r\n${guid(1)};Åse;;\r\n;;;\r\n`, "latin1")
  expect(await read(new Uint8Array(latin), { pieces: 3 })).toMatchObject({
    rows: [{ line: 3, id: guid(1), name: "Åse" }],
  })
})

test("any rows that a spreadsheet writes are read back, however the bytes are split", async () => {
  const name = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .map((text) => text.replaceAll("\0", "").trim())
    .filter((text) => text !== "" && !/\p{Surrogate}/u.test(text))
  const file = fc.record({
    names: fc.array(name, { maxLength: 30 }),
    bom: fc.boolean(),
    delimiter: fc.constantFrom(",", ";", "\t"),
    record_delimiter: fc.constantFrom("\n", "\r\n"),
    quoted: fc.boolean(),
    pieces: fc.integer({ min: 1, max: 50 }),
  })
  await fc.assert(
    fc.asyncProperty(file, async ({ names, pieces, ...options }) => {
      const rows = [["id", "name"], ...names.map((each, at) => [guid(at), each])]
      const found = await read(stringify(rows, options), { pieces })
      expect(found.problems).toEqual([])
      expect(found.rows.map((row) => row.name)).toEqual(names)
    }),
    { numRuns: 200 },
  )
})
