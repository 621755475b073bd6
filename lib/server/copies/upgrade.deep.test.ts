import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest"
import {
  type Catalogue,
  defaultSeriesQuery,
  findOperation,
  integer,
  type ListOperation,
  type SeriesQuery,
  string,
} from "@/lib/catalogue"
import { FS } from "@/lib/catalogue/operation"
import { createUpstream, type Upstream } from "@/lib/platform"
import {
  createSeries,
  createSmallGroups,
  createStore,
  findCopies,
  type OnRange,
  renewRollup,
} from "@/lib/records"
import { startChild } from "@/scripts/child"
import { sampleDepartment } from "@/service/testing/departments"
import { startTestService, type TestService } from "@/service/testing/test-service"
import { loadPoints } from "../exports/testing/source-points"
import { answerSeries } from "../kpis/answer-series"
import { createTestBff } from "../testing/test-bff"
import type { ListCopyStatus } from "./replica"
import { digestRows } from "./testing/digest-rows"
import {
  configOf,
  isAtRest,
  openReplicaWorld,
  type ReplicaWorld,
} from "./testing/open-replica-world"
import { pointsOf, withFields, withSmallPages } from "./testing/small-pages"
import { type KillOrder, killStages, upgradeStages } from "./testing/sync-until-killed"

const pageRows = 50
const wholeValue = FS("integer", { field: "value" })
const before = withSmallPages(pageRows)
/** The platform and the version after have one field more of each. */
const grown = withFields(withFields(before, "department", { costCentre: string() }), "dataPoint", {
  note: string(),
})
/** Another version holds whole numbers. */
const retyped = {
  ...withFields(before, "dataPoint", { value: integer() }),
  operations: before.operations.map((operation) =>
    operation.kind === "list" && operation.id === "data-points"
      ? { ...operation, properties: { ...operation.properties, dataValue: wholeValue } }
      : operation,
  ),
}
const departments = { operation: "departments", parameters: {} }
const points = pointsOf(grown)
const leaseMs = 600

let service: TestService
const closing: (() => Promise<void>)[] = []
beforeAll(async () => {
  service = await startTestService({
    databaseUrl: inject("databaseUrl"),
    catalogue: grown,
    count: 0,
  })
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(() => service.stop())

/** A way to the platform that waits before each call for as long as `hold` says so. */
function holdable(catalogue: Catalogue) {
  const upstream = createUpstream({ catalogue, config: configOf(service.origin), clock: Date.now })
  const state = { calls: 0, hold: undefined as ((call: number) => Promise<void>) | undefined }
  const read: Upstream["read"] = async (requested) => {
    state.calls += 1
    const answer = await upstream.read(requested)
    await state.hold?.(state.calls)
    return answer
  }
  closing.push(() => upstream.close())
  return { upstream: { read }, state }
}

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** As the dashboard has it: what is computed from points is due. */
const renewSeries: OnRange = async (session, { list, from, to }) => {
  const { dataSetId } = list.parameters
  if (dataSetId === undefined) return
  const { schema, table } = list
  await renewRollup(session, { schema, points: table.name, dataSetId, from, to })
}

/** One program with its catalogue: what it copies, and what it answers people with. */
async function startProgram(catalogue: Catalogue, beside?: ReplicaWorld) {
  const [databaseUrl, config] = [inject("databaseUrl"), configOf(service.origin)]
  const { upstream, state } = holdable(catalogue)
  const world = await openReplicaWorld({
    databaseUrl,
    config,
    catalogue,
    upstream,
    onRange: renewSeries,
    rule: { leaseMs, maxPauseMs: 40 },
    ...(beside && { schema: beside.schema }),
  })
  let isOpen = true
  const stop = async () => {
    if (isOpen) await world.close({ drops: !beside })
    isOpen = false
  }
  closing.push(stop)
  const { pool, schema, replica } = world
  await replica.list()
  const tables = await findCopies(pool, catalogue, { schema })
  const store = createStore({ pool, catalogue, schema, tables })
  const client = { clientId: config.clientId, clientSecret: config.clientSecret }
  const { ask, close } = createTestBff(
    { apiUrl: config.apiUrl, tokenUrl: config.tokenUrl, ...client },
    { catalogue, copies: { replica, store }, time: { now: Date.now() } },
  )
  closing.push(close)
  const series = createSeries({ pool, catalogue, schema })
  const smallGroups = createSmallGroups({ pool, catalogue, schema })
  async function readDepartments() {
    const answer = await ask("/api/v1.4/departments?limit=50")
    const source = answer.headers.get("x-data-source")
    return { status: answer.status, source, rows: answer.body.data as Record<string, unknown>[] }
  }
  const parts = {
    operation: points.id,
    replica,
    series,
    smallGroups,
    setting: { read: async () => 1 },
    personal: { holdsPersons: async () => false },
    departments: {
      readTree: async () => [],
      read: async () => ({ asOf: null, names: {} }) as never,
    },
    clock: Date.now,
  }
  return {
    world,
    replica,
    state,
    stop,
    table: tables.get("dataPoint")?.name ?? "",
    readDepartments,
    /** Reports look for copies every two seconds. */
    async waitForCopy() {
      for (let tries = 0; tries < 200; tries += 1) {
        const answer = await readDepartments()
        if (answer.source === "replica") return answer
        await delay(50)
      }
      throw new Error("The copy is not read.")
    },
    /** The sum of all points, how far the copy goes, and what the answer says of itself. */
    async readSum(dataSetId: string) {
      const range = { from: "2020-01-01", to: "2020-12-31" }
      const query: SeriesQuery = { ...defaultSeriesQuery, bucket: "year", ranges: [range] }
      const answer = await answerSeries(parts, { dataSetId, scope: "all" }, query)
      const [line] = answer.ranges[0].lines
      return { state: answer.completeness.state, value: line?.values[0], letter: line?.states[0] }
    },
  }
}

async function loadDepartments() {
  await service.query("delete from department")
  const rows = Array.from({ length: 130 }, (_, index) => ({
    values: {
      ...sampleDepartment({ name: `Store ${index}`, parentId: null }),
      costCentre: `CC ${index}`,
    },
  }))
  await service.store.loadRecords("department", rows)
}

/** Each department says its own cost centre. */
const areRight = (rows: readonly Record<string, unknown>[]) =>
  rows.length === 50 &&
  rows.every(({ name, costCentre }) => costCentre === `${name}`.replace("Store", "CC"))

async function sourceSum(dataSetId: string): Promise<number> {
  const sum = `select sum(value) as total from data_point where in_data_set_id = '${dataSetId}'`
  const results = (await service.query(sum)) as { rows: { total: number }[] }[]
  return Number(results.at(-1)?.rows[0]?.total)
}

test("A field that a new version adds is never null where the platform has it: its reports are live until the list has been read again.", async () => {
  await loadDepartments()
  const old = await startProgram(before)
  await old.world.sync(departments)
  expect(await old.readDepartments()).toMatchObject({ source: "replica" })

  const held = gate()
  const young = await startProgram(grown, old.world)
  young.state.hold = () => held.opened
  expect(await young.replica.find(departments)).toMatchObject({ isComplete: false, rows: 0 })
  const seen: (string | null)[] = []
  const ask = async () => {
    const { source, rows } = await young.readDepartments()
    expect(areRight(rows)).toBe(true)
    seen.push(source)
  }
  await ask()
  held.open()
  await young.world.waitFor(departments, ({ run }) => run !== null)
  while (seen.at(-1) !== "replica" && seen.length < 2000) await ask()
  expect(seen[0]).toBe("live")
  expect(seen.at(-1)).toBe("replica")
  await young.world.waitFor(departments, isAtRest)
  // The version before goes on beside it, from the platform.
  expect(await old.readDepartments()).toMatchObject({ source: "live", status: 200 })
  expect(await old.replica.find(departments)).toMatchObject({ isComplete: false })
  const [run] = await young.replica.history(departments)
  expect(run).toMatchObject({ kind: "full", outcome: "done", rows: 130, inserted: 130 })
})

test("A version that changes a type copies into a table beside, and its series say nothing until there is something.", async () => {
  const dataSetId = await loadPoints(service, 400)
  const list = { operation: points.id, parameters: { dataSetId } }
  const old = await startProgram(before)
  await old.world.sync(list)
  const first = await sourceSum(dataSetId)
  expect(await old.readSum(dataSetId)).toEqual({ state: "complete", value: first, letter: "v" })
  await service.query(
    `update data_point set value = value + 1000 where in_data_set_id = '${dataSetId}'`,
  )
  const last = await sourceSum(dataSetId)

  const held = gate()
  const young = await startProgram(retyped, old.world)
  young.state.hold = () => held.opened
  expect(young.table).toMatch(/^data_point_[0-9a-f]{8}$/)
  const nothing = { state: "none", value: null, letter: "u" }
  expect(await young.readSum(dataSetId)).toEqual(nothing)
  await young.world.waitFor(list, ({ run }) => run !== null)
  expect(await old.readSum(dataSetId)).toEqual(nothing)
  held.open()
  let sum = await young.readSum(dataSetId)
  for (let tries = 0; sum.state !== "complete" && tries < 2000; tries += 1) {
    if (sum.state === "none") expect(sum).toEqual(nothing)
    await old.readSum(dataSetId)
    sum = await young.readSum(dataSetId)
  }
  await young.world.waitFor(list, isAtRest)
  expect(await young.readSum(dataSetId)).toEqual({ state: "complete", value: last, letter: "v" })
  expect(await old.readSum(dataSetId)).toEqual(nothing)
  const left = `select count(*)::int as count from "${old.world.schema}".data_point`
  expect((await old.world.pool.query(left)).rows).toEqual([{ count: 400 }])
})

test("A program with an older catalogue can store nothing of a list once a newer one is there, and takes it back when that has gone.", async () => {
  await loadDepartments()
  const [held, reached] = [gate(), gate()]
  const old = await startProgram(before)
  old.state.hold = async (call) => {
    if (call === 3) reached.open()
    if (call >= 3) await held.opened
  }
  await old.replica.start(departments)
  await reached.opened
  const young = await startProgram(grown, old.world)
  await young.world.waitFor(departments, (status) => status.isComplete && isAtRest(status))
  held.open()
  await young.waitForCopy()
  for (let tries = 0; tries < 50; tries += 1) {
    const { source, rows } = await young.readDepartments()
    expect([source, areRight(rows)]).toEqual(["replica", true])
    expect(await old.replica.find(departments)).toMatchObject({ isComplete: false })
  }
  const runs = await young.replica.history(departments)
  expect(runs.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ["full", "done"],
    ["full", "cancelled"],
  ])
  await young.stop()
  await old.world.waitFor(departments, (status) => status.isComplete && isAtRest(status))
  expect((await old.waitForCopy()).rows).toHaveLength(50)

  // Who comes again finds its list in other hands.
  const again = await startProgram(grown, old.world)
  expect(areRight((await again.readDepartments()).rows)).toBe(true)
  await again.world.waitFor(departments, (status) => status.isComplete && isAtRest(status))
  expect(areRight((await again.waitForCopy()).rows)).toBe(true)
})

/** The tables as the version before knew them, which has no fingerprints. */
const forgetCatalogues = ({ pool, schema }: ReplicaWorld) =>
  pool.query(`set search_path to "${schema}"; comment on table department is null;
    alter table sync_list drop column fingerprint, drop column is_outdated;
    drop table sync_catalogue; delete from replica_migration where name !~ '^0001'; reset search_path`)

test.each([
  ["the same columns are taken over as they are", before, true],
  ["fewer columns are read again", grown, false],
])("Lists of a version without fingerprints and with %s.", async (_, catalogue, isTaken) => {
  await loadDepartments()
  const old = await startProgram(before)
  await old.world.sync(departments)
  await old.replica.stop()
  await forgetCatalogues(old.world)
  const young = await startProgram(catalogue, old.world)
  expect(await young.replica.find(departments)).toMatchObject({ isComplete: isTaken })
  await young.world.waitFor(departments, (status) => status.isComplete && isAtRest(status))
  expect(await young.replica.history(departments)).toHaveLength(isTaken ? 1 : 2)
  expect((await young.waitForCopy()).rows).toHaveLength(50)
})

test("A table that no program has used for a day is dropped, and who comes back to it begins anew.", async () => {
  const dataSetId = await loadPoints(service, 200)
  const list = { operation: points.id, parameters: { dataSetId } }
  const isWhole = (status: ListCopyStatus) => status.isComplete && isAtRest(status)
  const old = await startProgram(before)
  await old.world.sync(list)
  const { pool, schema } = old.world
  await old.replica.stop()
  const young = await startProgram(retyped, old.world)
  await young.world.waitFor(list, isWhole)
  const tables = async () => {
    const text =
      "select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r' and relname ~ '^(data_point|point_rollup_due)'"
    const { rows } = await pool.query<{ name: string }>(text, [`"${schema}"`])
    return rows.map(({ name }) => name).toSorted()
  }
  const due = young.table.replace("data_point", "point_rollup_due")
  expect(await tables()).toEqual(["data_point", young.table, "point_rollup_due", due])
  await pool.query(`update "${schema}".sync_catalogue set seen_at = seen_at - interval '25 hours'
    where 'data_point' = any(tables)`)
  for (let tries = 0; (await tables()).includes("data_point") && tries < 200; tries += 1)
    await delay(20)
  expect(await tables()).toEqual([young.table, "point_rollup_due", due])
  await young.stop()

  const again = await startProgram(before, old.world)
  expect(again.table).toBe("data_point")
  expect(await again.replica.find(list)).toMatchObject({ isComplete: false })
  await again.world.waitFor(list, isWhole)
  const value = await sourceSum(dataSetId)
  expect(await again.readSum(dataSetId)).toEqual({ state: "complete", value, letter: "v" })
})

const childFile = join(import.meta.dirname, "testing/sync-until-killed.ts")

test("An upgrade that is killed at any stage ends equal to its source, and is whole at no time before.", async () => {
  const dataSetId = await loadPoints(service, 600)
  await service.query(
    `update data_point set note = 'note ' || row_id where in_data_set_id = '${dataSetId}'`,
  )
  const list = { operation: points.id, parameters: { dataSetId } }
  const old = await startProgram(before)
  await old.world.sync(list)
  const { schema, pool } = old.world
  await old.replica.stop()
  const [databaseUrl, config] = [inject("databaseUrl"), configOf(service.origin)]
  const observer = await openReplicaWorld({
    databaseUrl,
    config,
    schema,
    catalogue: grown,
    rule: { max: 0 },
  })
  closing.push(() => observer.close({ drops: false }))
  for (const stage of [...upgradeStages, ...killStages]) {
    const order: KillOrder = {
      databaseUrl,
      schema,
      config,
      leaseMs: 400,
      pageRows,
      stage,
      page: 2,
      readsAhead: false,
      segments: 1,
      field: "note",
    }
    const child = startChild({
      name: "upgrade",
      arguments: ["--conditions=react-server", "--import", "tsx", childFile, JSON.stringify(order)],
      environment: {},
    })
    const timer = setTimeout(() => void child.kill(), 30_000)
    expect([stage, await child.ended]).toEqual([stage, expect.stringContaining("SIGKILL")])
    clearTimeout(timer)
    expect(await observer.replica.find(list)).toMatchObject({ isComplete: false })
  }
  const last = await startProgram(withFields(before, "dataPoint", { note: string() }), old.world)
  await last.world.waitFor(list, (status) => status.isComplete && isAtRest(status))
  const operation = findOperation(grown, points.id) as ListOperation
  const digest = (within: string) => digestRows(pool, within, operation, { dataSetId }, grown)
  expect(await digest(schema)).toEqual(await digest(service.schema))
}, 600_000)
