import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { diffDocuments, type JsonDocument, printPatch } from "@/lib/json-patch"
import { startChild } from "@/scripts/child"
import { rounds } from "@/scripts/testing/rounds"
import { sampleDepartment } from "@/service/testing/departments"
import { killStages } from "./testing/edit-until-killed"
import { type EditWorld, openEditWorld } from "./testing/open-edit-world"

/** At least one kill at each stage. */
const kills = rounds({ test: killStages.length, deep: 20 })
const childFile = join(import.meta.dirname, "testing/edit-until-killed.ts")

let world: EditWorld
beforeAll(async () => {
  world = await openEditWorld(inject("databaseUrl"))
})
afterAll(() => world?.close())

/** Sends one edit from a process that is killed during it. */
async function editAndKill(round: number) {
  const stage = killStages[round % killStages.length] ?? "sent"
  const department = sampleDepartment()
  await world.departments.load(department)
  const [id, requestId] = [`${department.id}`, randomUUID()]
  const before = await world.departments.read(id)
  const wanted = { city: `City ${round}`, selectedCultures: ["da-DK", "en-GB", "sv-SE"] }
  const patch = printPatch(diffDocuments({ ...before }, { ...before, ...wanted }))
  const { databaseUrl, schema, config } = world
  const sentMs = Math.round(1.3 ** (round % 20)) - 1
  const order = { databaseUrl, schema, config, stage, sentMs, departmentId: id, patch, requestId }
  const child = startChild({
    name: "editor",
    arguments: ["--conditions=react-server", "--import", "tsx", childFile, JSON.stringify(order)],
    environment: {},
  })
  const timer = setTimeout(() => void child.kill(), 300_000)
  expect(await child.ended).toContain("SIGKILL")
  clearTimeout(timer)
  return { id, requestId, stage, patch, before: before as JsonDocument, wanted }
}

type Killed = Awaited<ReturnType<typeof editAndKill>>

const countArrivals = ({ requestId }: Killed) =>
  world.service.lines.filter(
    (line) => line["requestId"] === requestId && line["method"] === "PATCH",
  ).length

/** Whether the service has applied the edit. Expects it to be applied in full or not at all. */
async function isApplied({ id, before, wanted }: Killed): Promise<boolean> {
  const now = await world.departments.read(id)
  const { lastModifiedDateTime, ...fields } = { ...now }
  const { lastModifiedDateTime: old, ...oldFields } = before
  const applied = `${lastModifiedDateTime}` > `${old}`
  expect(fields).toEqual(applied ? { ...oldFields, ...wanted } : oldFields)
  return applied
}

const readLog = async ({ id: record }: Killed) => world.edits.read({ filter: { record }, limit: 9 })

test(`Each of ${kills} edits whose process is killed is applied at most once, and the log has its outcome.`, async () => {
  const killed: Killed[] = []
  for (let round = 0; round < kills; round += 1) killed.push(await editAndKill(round))
  for (const each of killed) {
    const [line, another] = await readLog(each)
    const { lastModifiedDateTime } = await world.departments.read(each.id)
    expect(another).toBeUndefined()
    if (each.stage === "intending")
      expect([line, await isApplied(each)]).toEqual([undefined, false])
    else expect(line?.patch).toBe(each.patch)
    if (countArrivals(each) > 0)
      expect(line?.intendedAt).toBeLessThanOrEqual(Date.parse(`${lastModifiedDateTime}`))
  }
  const arrivals = killed.map(countArrivals)
  await world.letIntentsAge()
  while ((await world.bff.editor.readBack()) > 0);
  const counts: Record<string, number> = {}
  for (const each of killed) {
    const [line] = await readLog(each)
    const outcome = line && `${line.verdict ?? line.outcome}`
    const applied = await isApplied(each)
    expect([each.stage, outcome]).toEqual([
      each.stage,
      line && (applied ? "applied" : "not_applied"),
    ])
    const key = `${each.stage}: ${outcome ?? "no line"}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  expect(killed.map(countArrivals)).toEqual(arrivals)
  expect(Math.max(...arrivals)).toBe(1)
  process.stdout.write(`${JSON.stringify(counts)}\n`)
}, 3_600_000)
