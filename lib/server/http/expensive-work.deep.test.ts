import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { openPool, type Pool, type PoolClient } from "../../db"
import { openSeriesWorld, type SeriesWorld } from "../kpis/testing/open-series-world"
import type { Who } from "../testing/access-rules"

let world: SeriesWorld
let pool: Pool
let exported: string
const dataSetId = randomUUID()
beforeAll(async () => {
  world = await openSeriesWorld(inject("databaseUrl"), [])
  pool = openPool(process.env["DATABASE_URL"] ?? "", { max: 2 })
  const day = (at: number) => `2026-01-0${at}T10:00:00Z`
  await world.loadPoints(
    dataSetId,
    [1, 2, 3].map((at) => ({
      label: "Food",
      timeStamp: day(at),
      value: at,
      departmentId: null,
      userId: null,
    })),
  )
  await world.sync(dataSetId)
  exported = await exportPoints("analyst")
})
afterAll(async () => {
  await pool.end()
  await world.stop()
})

async function exportPoints(who: Who): Promise<string> {
  const json = { operation: "data-points", parameters: { dataSetId }, format: "xlsx" }
  const { body } = await world.askJson("/api/exports", who, { method: "POST", json })
  for (;;) {
    const { state } = (await world.askJson(`/api/exports/${body.id}`, who)).body
    if (state === "done") return body.id
    await delay(20)
  }
}

const text = "lund"
const attacks = {
  "80 look-ups of names": {
    who: "hr",
    tables: ["dashboard.user_name"],
    path: () => "/api/names/users/lookup",
    more: { method: "POST", json: { text } },
    count: 80,
  },
  "40 questions": {
    who: "analyst",
    tables: ["replica.data_point"],
    path: () => `/api/kpis/${dataSetId}/series?measure=median&range=all&bucket=month`,
    more: {},
    count: 40,
  },
  "30 downloads": {
    who: "analyst",
    tables: ["dashboard.export_page", "dashboard.export_part"],
    path: () => `/api/exports/${exported}/file`,
    more: {},
    count: 30,
  },
} as const

/** Locks these tables, so that no statement that reads them ends. */
async function hold(tables: readonly string[]): Promise<PoolClient> {
  const client = await pool.connect()
  await client.query("begin")
  for (const table of tables) {
    const { rows } = await client.query("select to_regclass($1) is not null as known", [table])
    if (rows[0]?.known) await client.query(`lock table ${table} in access exclusive mode`)
  }
  return client
}

const waiting = async () => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int4 as count from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}

/** Requests each path as the administrator, whose session is not cached yet. */
async function requestNewly(paths: readonly string[]) {
  const statuses: number[] = []
  for (const path of paths) statuses.push((await world.ask(path, "admin")).status)
  return statuses
}

// rules: A report page 7
test.each(Object.entries(attacks))(
  "%s by one person that never end leave connections for sessions, cached pages and settings",
  async (_, { who, tables, path, more, count }) => {
    const page = "/api/v1.4/departments?limit=50"
    expect((await world.askJson(page, "admin")).status).toBe(200)
    if (who === "hr") await world.askJson(path(), who, more)
    const holder = await hold(tables)
    const requested = Array.from({ length: count }, () =>
      world.ask(path(), who, more).then(async (answer) => {
        const { status } = answer
        const { code } = status === 200 ? { code: "" } : await answer.json()
        // A file is sent as it is read, so the body waits, not the headers.
        if (status === 200) await answer.arrayBuffer()
        return `${status} ${code}`
      }),
    )
    try {
      while ((await waiting()) === 0) await delay(5)
      world.cookies.admin = await world.people.cookieOf("admin@demo.test")
      const own = [page, "/api/departments/settings", "/api/kpis/settings", "/api/views/pinned"]
      expect(await requestNewly(own)).toEqual([200, 200, 200, 200])
      expect(await waiting()).toBeLessThanOrEqual(6)
    } finally {
      await holder.query("rollback")
      holder.release()
    }
    const answers = new Set(await Promise.all(requested))
    expect([...answers].toSorted()).toEqual(["200 ", "429 too_many_requests"])
  },
)
