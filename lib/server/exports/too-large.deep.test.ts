import { randomUUID } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { sampleDepartment } from "@/service/testing/departments"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { zipStream } from "../files/zip-stream"
import { configOf, type ExportWorld, openExportWorld, orderFor } from "./testing/open-export-world"

const count = 250
const largestWorkbook = 30_000

let service: TestService
let world: ExportWorld
beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startTestService({ databaseUrl, count: 0 })
  const rows = Array.from({ length: count }, (_, index) => ({
    values: sampleDepartment({ name: `Department ${index}`, id: randomUUID() }),
  }))
  await service.store.loadRecords("department", rows)
  world = await openExportWorld({ databaseUrl, config: configOf(service.origin), largestWorkbook })
})
afterAll(async () => {
  await world.close()
  await service.stop()
})

const isOver = ({ state, reason }: { state: string; reason: string | null }) =>
  state !== "running" || reason !== null

// rules: Size
test("A workbook that would be too large fails at once with file_too_large and offers no file.", async () => {
  const { id } = await world.start(orderFor("departments", { format: "xlsx" }))
  expect(await world.waitFor(id, isOver)).toMatchObject({
    state: "failed",
    reason: "file_too_large",
    rows: count,
    calls: 3,
    file: null,
    retryAt: null,
  })
  await expect(world.service.readFile(world.person, id)).rejects.toThrow("file_too_large")
  await expect(world.readManifest(id)).rejects.toThrow("file_too_large")
})

test("The same rows as CSV, or fewer columns as a workbook, are exported.", async () => {
  for (const more of [{}, { format: "xlsx" as const, columns: ["showInContacts"] }]) {
    const { id } = await world.start(orderFor("departments", more))
    expect(await world.waitFor(id, isOver)).toMatchObject({ state: "done", rows: count })
  }
})

const partBytes = 1000

/** An entry of zeros that counts the parts read. */
function listZeros(parts: number) {
  const read = { parts: 0 }
  function* content() {
    for (; read.parts < parts; read.parts += 1) yield Buffer.alloc(partBytes)
  }
  return { read, entry: { name: "zeros", content: content() } }
}

// rules: Size
test("An archive may be as large as its limit; a larger one fails and stops reading.", async () => {
  const first = await buffer(zipStream([listZeros(50).entry]))
  expect(await buffer(zipStream([listZeros(50).entry], 50 * partBytes))).toEqual(first)
  const { read, entry } = listZeros(100_000)
  await expect(buffer(zipStream([entry], 50 * partBytes))).rejects.toThrow("file_too_large")
  expect(read.parts).toBeLessThan(10_000)
})
