import { randomUUID } from "node:crypto"
import { readSheet } from "read-excel-file/node"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { exportsContract } from "@/lib/contract"
import { sampleDepartment } from "@/service/testing/departments"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { configOf, type ExportWorld, openExportWorld, orderFor } from "./testing/open-export-world"

const [above, manager] = [randomUUID(), randomUUID()]
const [lesson, question, person] = [randomUUID(), randomUUID(), randomUUID()]
const known: { [id: string]: string } = {
  [above]: "Region West",
  [manager]: "Ada Holm",
  [person]: "Bo Lind",
}

let service: TestService
let world: ExportWorld
beforeAll(async () => {
  const databaseUrl = inject("databaseUrl")
  service = await startTestService({ databaseUrl, count: 0 })
  const row = sampleDepartment({
    id: randomUUID(),
    name: "=Aarhus",
    parentId: above,
    managerUserId: manager,
    creationDateTime: "2026-03-29T00:30:00Z",
    lastModifiedDateTime: "2026-07-01T22:15:30Z",
    selectedCultures: ["da-DK", "en-GB"],
    externalId: "007",
    locales: [
      { culture: "da-DK", description: "Åben" },
      { culture: "en-GB", description: "Open" },
    ],
  })
  await service.store.loadRecords("department", [{ values: row }])
  const participation = { courseLessonId: lesson, courseQuestionId: question, userId: person }
  await service.store.loadRecords("questionParticipation", [{ values: participation }])
  world = await openExportWorld({
    databaseUrl,
    config: configOf(service.origin),
    names: {
      readDepartments: async () => ({ ...known }),
      findUsers: async (ids) => Object.fromEntries(ids.map((id) => [id, known[id] ?? ""])),
      readWorkspace: async () => ({
        entries: [{ kind: "courseLesson", id: lesson, name: "The cold chain", children: [] }],
      }),
    },
  })
})
afterAll(async () => {
  await world.close()
  await service.stop()
})

const columns = [
  "name",
  "parentId",
  "managerUserId",
  "creationDateTime",
  "lastModifiedDateTime",
  "selectedCultures",
  "locales",
  "externalId",
  "defaultPhoneCountryCode",
]
const labels = columns.map((name) => name.toUpperCase())
const people = { format: "xlsx" as const, columns, labels, nameHead: "Navn" }

async function bytesOf(id: string) {
  return Buffer.from(await (await world.readFile(id)).arrayBuffer())
}

async function exportAs(order: Parameters<typeof orderFor>[1]) {
  const { id } = await world.start(orderFor("departments", order))
  await world.waitFor(id, ({ state }) => state === "done")
  return { id, rows: await readSheet(await bytesOf(id), "Rows") }
}

test("A workbook for people has names beside ids, local dates, numbers, and nested values as text.", async () => {
  const { id, rows } = await exportAs({ ...people, timeZone: "Europe/Copenhagen" })
  expect(rows).toEqual([
    [
      "NAME",
      "PARENTID",
      "PARENTID · Navn",
      "MANAGERUSERID",
      "MANAGERUSERID · Navn",
      ...labels.slice(3),
    ],
    [
      "=Aarhus",
      above,
      "Region West",
      manager,
      "Ada Holm",
      // The reader returns dates without a time zone as UTC.
      new Date("2026-03-29T01:30:00Z"),
      new Date("2026-07-02T00:15:30Z"),
      "da-DK, en-GB",
      "da-DK: Åben\nen-GB: Open",
      "007",
      45,
    ],
  ])
  const about = Object.fromEntries(await readSheet(await bytesOf(id), "About"))
  expect(about["timeZone"]).toBe("Europe/Copenhagen")
  expect(await world.readManifest(id)).toMatchObject({ timeZone: "Europe/Copenhagen" })
})

test("Ids named in the workspace have their names beside them, and unnamed ids have an empty cell.", async () => {
  const order = { format: "xlsx" as const, columns: ["courseLessonId", "courseQuestionId"] }
  const { id } = await world.start(orderFor("question-participations", order))
  await world.waitFor(id, ({ state }) => state === "done")
  expect(await readSheet(await bytesOf(id), "Rows")).toEqual([
    ["courseLessonId", "courseLessonId.name", "courseQuestionId", "courseQuestionId.name"],
    [lesson, "The cold chain", question, null],
  ])
})

test("With field names as headers, nested values stay JSON and name columns end in .name.", async () => {
  const { rows } = await exportAs({ format: "xlsx", columns: ["parentId", "selectedCultures"] })
  expect(rows).toEqual([
    ["parentId", "parentId.name", "selectedCultures"],
    [above, "Region West", '["da-DK","en-GB"]'],
  ])
})

test("A finished file does not change when a name in it changes later.", async () => {
  const { id } = await exportAs({ ...people, timeZone: "UTC" })
  const before = await bytesOf(id)
  known[above] = "Region North"
  expect((await bytesOf(id)).equals(before)).toBe(true)
  known[above] = "Region West"
})

test("An order saved by an older version is written as before, without names and with times as text.", async () => {
  const { id } = await exportAs(people)
  const forget = `update "${world.schema}".export_job set file = null, bytes = null, sha256 = null,
    order_text = (order_text::jsonb - 'timeZone' - 'nameHead')::text where id = $1`
  await world.pool.query(forget, [id])
  const [head, row] = await readSheet(await bytesOf(id), "Rows")
  expect(head).toEqual(labels)
  expect(row?.slice(3, 6)).toEqual([
    "2026-03-29T00:30:00Z",
    "2026-07-01T22:15:30Z",
    '["da-DK","en-GB"]',
  ])
})

test("An unknown time zone is refused.", () => {
  const { body } = exportsContract.startExport
  const requested = { operation: "departments", format: "xlsx" }
  expect(body.safeParse({ ...requested, timeZone: "Mars/Olympus" }).success).toBe(false)
  expect(body.safeParse({ ...requested, timeZone: "Asia/Tokyo" }).success).toBe(true)
})
