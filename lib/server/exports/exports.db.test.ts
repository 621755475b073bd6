import { createHash, randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { parse } from "csv-parse/sync"
import { readSheet } from "read-excel-file/node"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue, exportColumns } from "@/lib/catalogue"
import { listOf } from "@/lib/catalogue/testing/sample-queries"
import { deepTest } from "@/scripts/testing/deep-test"
import { sampleDepartment } from "@/service/testing/departments"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { personOf } from "../testing/test-bff"
import { configOf, type ExportWorld, openExportWorld, orderFor } from "./testing/open-export-world"

const count = 450

let service: TestService
let world: ExportWorld
let names: string[]
beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startTestService({ databaseUrl, count: 0 })
  names = Array.from({ length: count }, (_, index) => `Department ${`${index}`.padStart(4, "0")}`)
  const rows = names.map((name) => ({ values: sampleDepartment({ name, id: randomUUID() }) }))
  await service.store.loadRecords("department", rows)
  world = await openExportWorld({ databaseUrl, config: configOf(service.origin) })
})
afterAll(async () => {
  await world.close()
  await service.stop()
})

const isDone = ({ state }: { state: string }) => state === "done"
const exportAll = async (order: ReturnType<typeof orderFor>) => {
  const { id } = await world.start(order)
  return world.waitFor(id, isDone)
}
const columns = ["id", "name", "phoneNumber.number", "selectedCultures"]

// rules: Content
test("An export reads all matching pages, in the requested order, into one file.", async () => {
  const job = await exportAll(orderFor("departments", { query: "sort=-name&limit=5", columns }))
  expect(job).toMatchObject({ rows: count, calls: 5, file: { isComplete: true } })
  const lines: string[][] = parse(await world.readText(job.id))
  expect(lines[0]).toEqual(columns)
  expect(lines.slice(1).map(([, name]) => name)).toEqual(names.toReversed())
  expect(lines[1]?.slice(2)).toEqual(["70999001", '["da-DK","en-GB"]'])
})

// rules: Manifest
test("The manifest has the request, the row count, and the length and SHA-256 of the file.", async () => {
  const query = "name[gte]=Department 0100&sort=city"
  const job = await exportAll(orderFor("departments", { query }))
  const file = await world.readFile(job.id)
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(await world.readManifest(job.id)).toMatchObject({
    operation: "departments",
    path: "/v1.4/departments",
    rows: 350,
    state: "complete",
    query: "name%5Bgte%5D=Department+0100&sort=city",
    columns: exportColumns(catalogue, listOf("departments")).map(({ id }) => id),
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    file: job.file?.name,
  })
  expect(file.headers.get("x-file-bytes")).toBe(`${bytes.length}`)
  expect(file.headers.get("content-disposition")).toMatch(/"departments-[\d-]+\.csv"/)
})

// rules: Content
test("A workbook has the same rows with typed cells and describes them on its last sheet.", async () => {
  const order = {
    format: "xlsx" as const,
    columns: ["name", "phoneNumber.countryCode", "showInContacts", "creationDateTime"],
    labels: ["Name", "Country", "Shown", "Made"],
  }
  const job = await exportAll(orderFor("departments", order))
  const file = Buffer.from(await (await world.readFile(job.id)).arrayBuffer())
  const [head, ...rows] = await readSheet(file, "Rows")
  expect(head).toEqual(order.labels)
  expect(rows).toEqual(names.map((name) => [name, 45, true, new Date("2026-01-01T08:00:00Z")]))
  const about = Object.fromEntries(await readSheet(file, "About"))
  expect(about).toMatchObject({
    state: "complete",
    rows: count,
    operation: "departments",
    timeZone: "UTC",
  })
  const { sha256 } = await world.readManifest(job.id)
  expect(sha256).toBe(createHash("sha256").update(file).digest("hex"))
})

// rules: Content
test("A byte order mark, semicolons and labels are written if requested.", async () => {
  const more = {
    bom: true,
    separator: ";" as const,
    columns: ["id", "name"],
    labels: ["Nr", "=Name"],
  }
  const { id } = await exportAll(
    orderFor("departments", { ...more, query: "name=Department 0007" }),
  )
  const bytes = Buffer.from(await (await world.readFile(id)).arrayBuffer())
  expect(bytes.toString()).toMatch(/^\uFEFFNr;'=Name\r\n[\da-f-]{36};Department 0007\r\n$/)
})

// rules: Access
test("The platform's address in a record is not in the file.", async () => {
  const id = randomUUID()
  const name = `Zoo of ${service.origin}/api/v1.4/departments`
  await service.store.loadRecords("department", [{ values: sampleDepartment({ name, id }) }])
  const job = await exportAll(orderFor("departments", { query: `id=${id}` }))
  const text = await world.readText(job.id)
  expect(text).toContain("Zoo of ")
  expect(text).not.toContain(new URL(service.origin).host)
  await service.query(`delete from department where id = '${id}'`)
})

// rules: Pausing
test("A paused export is partial and resumes where it stopped; a cancelled one keeps no rows.", async () => {
  const { id } = await world.start(orderFor("departments"))
  await world.service.change(world.person, id, "paused")
  const manifest = await world.readManifest(id)
  expect(manifest).toMatchObject({ state: "partial", reason: "paused" })
  expect(manifest.file).toMatch(/-partial\.csv$/)
  const lines: string[][] = parse(await world.readText(id))
  expect(lines.length - 1).toBe(manifest.rows)
  await world.service.change(world.person, id, "running")
  await world.waitFor(id, isDone)
  const whole: string[][] = parse(await world.readText(id), { columns: false })
  expect(whole.slice(1).map(([, , , , name]) => name)).toEqual(names)
  await expect(world.service.change(world.person, id, "running")).rejects.toThrow("export_conflict")
  const { id: other } = await world.start(orderFor("departments"))
  await world.service.change(world.person, other, "cancelled")
  await expect(world.readText(other)).rejects.toThrow("export_conflict")
  const pages = await world.pool.query(`select from "${world.schema}".export_page where job = $1`, [
    other,
  ])
  expect(pages.rowCount).toBe(0)
})

// rules: Access
test("An export is private to its person, requires current permissions, and is hidden if its order is no longer valid.", async () => {
  const { id } = await exportAll(orderFor("departments", { columns: ["id"] }))
  const { service, person } = world
  const stranger = { ...personOf("admin"), sub: "somebody else" }
  for (const work of [service.find, service.readFile, service.readManifest, service.remove])
    await expect(work(stranger, id)).rejects.toThrow("not_found")
  await expect(service.change(stranger, id, "cancelled")).rejects.toThrow("not_found")
  expect((await service.list(stranger)).exports).toEqual([])
  const demoted = { ...person, roles: [] }
  await expect(service.readFile(demoted, id)).rejects.toThrow("forbidden")
  await expect(service.readManifest(demoted, id)).rejects.toThrow("forbidden")
  await expect(service.start(personOf("analyst"), orderFor("highscores"))).rejects.toThrow(
    "forbidden",
  )
  const before = (await service.list(person)).exports.length
  const text = JSON.stringify(orderFor("departments", { columns: ["gone"] }))
  await world.pool.query(`update "${world.schema}".export_job set order_text = $2 where id = $1`, [
    id,
    text,
  ])
  expect((await service.list(person)).exports.length).toBe(before - 1)
  await service.remove(person, id)
  await expect(service.find(person, id)).rejects.toThrow("not_found")
})

// rules: Content
test.each([
  ["no list", { operation: "content-post" }],
  ["a cursor", { query: "cursor=x" }],
  ["an unknown filter", { query: "colour=red" }],
  ["a missing path parameter", { operation: "data-points" }],
  ["an unknown column", { columns: ["name", "colour"] }],
  ["a column twice", { columns: ["name", "name"] }],
  ["a label too few", { columns: ["id", "name"], labels: ["Nr"] }],
])("An order with %s is refused.", async (_, more) => {
  await expect(world.start(orderFor("departments", more))).rejects.toThrow("invalid_body")
})

// rules: Bounds
test("An eleventh unfinished export is refused, and ended ones do not count.", async () => {
  const person = { ...world.person, sub: "busy" }
  const paused = async () => {
    const { id } = await world.service.start(person, orderFor("departments"))
    await world.service.change(person, id, "paused").catch(() => {})
    return id
  }
  const ids: string[] = []
  while (ids.length < 10) {
    const id = await paused()
    if ((await world.service.find(person, id)).state === "paused") ids.push(id)
  }
  await expect(world.service.start(person, orderFor("departments"))).rejects.toThrow(
    "limit_reached",
  )
  await world.service.change(person, ids[0] ?? "", "cancelled")
  await paused()
})

// rules: Faults
deepTest(
  "A file whose parts disappear while it is sent fails instead of ending early.",
  async () => {
    const { id } = await exportAll(orderFor("departments"))
    const file = await world.readFile(id)
    await world.pool.query(`delete from "${world.schema}".export_part where job = $1`, [id])
    await expect(file.text()).rejects.toThrow("gone")
  },
)

const pagesAway = (id: string) =>
  world.pool.query(`delete from "${world.schema}".export_page where job = $1`, [id])
const partsOf = async (id: string) => {
  const text = `select from "${world.schema}".export_part where job = $1`
  return (await world.pool.query(text, [id])).rowCount
}

// rules: Files
test.each(["csv", "xlsx"] as const)(
  "A finished %s file is created once, served as stored, and removed with its export.",
  async (format) => {
    const { id } = await exportAll(orderFor("departments", { format }))
    await pagesAway(id)
    const { sha256 } = await world.readManifest(id)
    for (let times = 1; times <= 2; times += 1) {
      const file = await (await world.readFile(id)).arrayBuffer()
      expect(createHash("sha256").update(Buffer.from(file)).digest("hex")).toBe(sha256)
    }
    expect(await partsOf(id)).toBeGreaterThan(0)
    await world.service.remove(world.person, id)
    expect(await partsOf(id)).toBe(0)
  },
)

deepTest(
  "The file of a paused export is created on first request and deleted when the export is cancelled.",
  async () => {
    const { id } = await world.start(orderFor("departments"))
    await world.service.change(world.person, id, "paused")
    const manifest = await world.readManifest(id)
    await pagesAway(id)
    const text = await world.readText(id)
    expect(createHash("sha256").update(text).digest("hex")).toBe(manifest.sha256)
    await world.service.change(world.person, id, "cancelled")
    expect(await partsOf(id)).toBe(0)
  },
)

deepTest(
  "A finished export that has no stored file, from an older version, gets one.",
  async () => {
    const { id } = await exportAll(orderFor("departments"))
    const text = await world.readText(id)
    const { schema, pool } = world
    await pool.query(`delete from "${schema}".export_part where job = $1`, [id])
    await pool.query(`update "${schema}".export_job set file = null where id = $1`, [id])
    expect(await world.readText(id)).toBe(text)
    await pagesAway(id)
    expect(await world.readText(id)).toBe(text)
  },
)

// rules: Files
test.each([
  ["bytes=0-9", 0, 10],
  ["bytes=5-", 5, undefined],
  ["bytes=-7", -7, undefined],
  ["bytes=131070-131080", 131_070, 131_081],
])("A range request returns only that range: %s", async (range, start, end) => {
  const { id } = await exportAll(orderFor("departments"))
  const file = await world.readFile(id)
  const whole = Buffer.from(await file.arrayBuffer())
  expect(whole.length).toBeGreaterThan(131_081)
  const etag = file.headers.get("etag") ?? ""
  for (const more of [{}, { "if-range": etag }] as Record<string, string>[]) {
    const headers = new Headers({ range, ...more })
    const part = await world.readFile(id, { headers })
    const wanted = whole.subarray(start, end)
    const first = start < 0 ? whole.length + start : start
    expect(part.status).toBe(206)
    expect(part.headers.get("content-range")).toBe(
      `bytes ${first}-${first + wanted.length - 1}/${whole.length}`,
    )
    expect(Buffer.from(await part.arrayBuffer()).equals(wanted)).toBe(true)
  }
})

test("A range beyond the end is refused; an invalid range, or one of another file, returns the whole file.", async () => {
  const { id } = await exportAll(orderFor("departments"))
  const ask = async (headers: Record<string, string>) => {
    const answer = await world.readFile(id, { headers: new Headers(headers) })
    const { byteLength } = await answer.arrayBuffer()
    return { status: answer.status, byteLength, range: answer.headers.get("content-range") }
  }
  const { byteLength } = await ask({})
  for (const range of [`bytes=${byteLength}-`, "bytes=-0"])
    expect(await ask({ range })).toEqual({
      status: 416,
      byteLength: 0,
      range: `bytes */${byteLength}`,
    })
  const other = { "if-range": '"other"', range: "bytes=0-1" }
  for (const headers of [
    other,
    { range: "bytes=3-1" },
    { range: "lines=0-1" },
    { range: "bytes=-" },
  ])
    expect(await ask(headers)).toMatchObject({ status: 200, byteLength })
})

deepTest(
  "A person's fifth concurrent download is refused, another person's is not, and an ended one frees a slot.",
  async () => {
    const person = { ...world.person, sub: "greedy" }
    const start = async (who: typeof person) => {
      const { id } = await world.service.start(who, orderFor("departments"))
      while ((await world.service.find(who, id)).state !== "done") await delay(10)
      return id
    }
    const [id, others] = [await start(person), await start(world.person)]
    const read = async () => await world.service.readFile(person, id)
    const [one, other] = await Promise.all([read(), read()])
    const waiting = [read(), read()]
    await expect(read()).rejects.toMatchObject({ code: "too_many_requests" })
    expect((await world.readFile(others)).status).toBe(200)
    await one?.body?.cancel()
    await other?.text()
    const later = await Promise.all(waiting)
    const again = [read(), read()]
    await expect(read()).rejects.toMatchObject({ code: "too_many_requests" })
    for (const { body } of later) await body?.cancel()
    for (const { body } of await Promise.all(again)) await body?.cancel()
  },
)

test("Ended exports are deleted after a day.", async () => {
  const { id } = await exportAll(orderFor("departments"))
  const { createExportJobs } = await import("./table")
  const jobs = createExportJobs(world)
  const age = (hours: number) =>
    world.pool.query(
      `update "${world.schema}".export_job set ended_at = now() - $2 * interval '1 hour' where id = $1`,
      [id, hours],
    )
  await age(23)
  await jobs.deleteOld()
  expect((await world.service.find(world.person, id)).state).toBe("done")
  await age(25)
  await jobs.deleteOld()
  await expect(world.service.find(world.person, id)).rejects.toThrow("not_found")
})
