import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { catalogue, findOperation, type ListOperation } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { createStore, migrate, type Store } from "@/lib/records"
import { buildWorkspace, loadDemoData } from "."
import { contentModules } from "./content/modules"
import { countsFor } from "./counts"
import { dataSets } from "./kpis/data-sets"
import type { DemoProgress } from "./progress"
import { readDemoRows, recordNames } from "./test-rows"

const scale = 0.001
const baseUrl = "http://127.0.0.1/api"
const schema = `demo_${randomUUID().replaceAll("-", "")}`
const pool = openPool(inject("databaseUrl"))
let store: Store

beforeAll(async () => {
  await migrate(pool, catalogue, { schema })
  store = createStore({ pool, catalogue, schema })
})

afterAll(async () => {
  await pool.end()
})

async function countRows(table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${schema}.${table}`,
  )
  return rows[0]?.count ?? 0
}

const load = async (size: number, onProgress?: (progress: DemoProgress) => void) =>
  loadDemoData({ store, catalogue, scale: size, ...(onProgress && { onProgress }) })

/** A store that fails when the data points are loaded. */
function failingStore(real: Store): Store {
  return {
    ...real,
    transaction: (work, options) => real.transaction((inner) => work(failingStore(inner)), options),
    loadRecords: (record, rows) =>
      record === "dataPoint"
        ? Promise.reject(new Error("cut off"))
        : real.loadRecords(record, rows),
  }
}

function listOperation(id: string): ListOperation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind !== "list") throw new Error(`${id} is no list.`)
  return operation
}

const firstPage = (id: string, parameters: { [name: string]: string }) =>
  store.readPage(
    listOperation(id),
    parameters,
    { filters: [], sort: [] },
    { baseUrl, scope: "all" },
  )

describe("loading the demo data into PostgreSQL", () => {
  it("rolls back after a failure and succeeds the next time", async () => {
    const cut = loadDemoData({ store: failingStore(store), catalogue, scale })
    await expect(cut).rejects.toThrow("cut off")
    expect(await countRows("department")).toBe(0)
    await load(scale)
    expect(await countRows("department")).toBe(32)
  })

  it("stores every row of every record", async () => {
    for (const record of recordNames) {
      const table = record.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      expect([record, await countRows(table)]).toEqual([
        record,
        [...readDemoRows(record, scale)].length,
      ])
    }
  })

  it("does nothing if the same scale is already loaded", async () => {
    const reports: DemoProgress[] = []
    await load(scale, (progress) => reports.push(progress))
    expect(reports).toEqual([])
  })

  it("loads once if several processes start together", async () => {
    await store.writeSetting("demo", "something older")
    const reports: DemoProgress[] = []
    await Promise.all([1, 2, 3].map(() => load(scale, (progress) => reports.push(progress))))
    const records = reports.map(({ record }) => record)
    expect(records.toSorted()).toEqual(recordNames.toSorted())
  })

  it("stays in the week of its first load, unless a day is fixed", async () => {
    const seen = async (day: string, isFixed: boolean) => {
      await loadDemoData({ store, catalogue, scale, seenAt: Date.parse(day), isFixed })
      return store.readSetting("demo")
    }
    expect(await seen("2027-01-20", false)).toContain("until 2026-11-16")
    expect(await seen("2027-01-20", true)).toContain("until 2027-01-18")
    expect(await seen("2027-05-01", false)).toContain("until 2027-01-18")
    await load(scale)
    expect(await store.readSetting("demo")).toContain("until 2026-11-16")
  })

  it("replaces the data of another scale", async () => {
    const bigger = 0.002
    await load(bigger)
    expect(await countRows("data_point")).toBe([...readDemoRows("dataPoint", bigger)].length)
    await load(scale)
    expect(await countRows("data_point")).toBe([...readDemoRows("dataPoint", scale)].length)
  })

  it("makes the rows readable by page and by the workspace's ids", async () => {
    const workspace = JSON.stringify(buildWorkspace({ catalogue, scale }))
    for (const { id } of dataSets) {
      expect(workspace).toContain(id)
      const page = await firstPage("data-points", { dataSetId: id })
      expect(page.count).toBeGreaterThanOrEqual(3)
    }
    const amounts = await Promise.all(
      contentModules.map(
        async ({ id }) => (await firstPage("content-posts", { moduleId: id })).count,
      ),
    )
    expect(amounts).toEqual([3, 3, 3, 3, 3, 3, 3, 0])
    expect(countsFor(scale).departments).toBe((await firstPage("departments", {})).count)
  })
})
