import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { catalogue } from "../../catalogue"
import { migrateTables, openPool } from "../../db"
import { migrateCopies, readCopyStanding } from "../../records"
import { readEditFigures } from "../edits/table"
import { readExportFigures } from "../exports/table"

const pool = openPool(inject("databaseUrl"), { max: 2 })
const schema = `figures_${randomUUID().slice(0, 8)}`
const copies = `${schema}_copies`
const ago = (seconds: number) => `clock_timestamp() - interval '${seconds} s'`

beforeAll(async () => {
  await migrateTables(pool, "dashboard", schema)
  await migrateCopies(pool, catalogue, { schema: copies })
})
afterAll(async () => {
  await pool.end()
})

test("Copies are counted by operation and state, with their delay.", async () => {
  const operations = ["departments", "highscores", "users"]
  expect(await readCopyStanding(pool, { schema: copies, operations })).toEqual([])
  const list = (path: string, operation: string, values: string) =>
    `insert into ${copies}.sync_list (path, operation, parameters, state, every_minutes, failures, reason, synced_until)
       values ('${path}', '${operation}', '{}', ${values});`
  await pool.query(
    list("/1", "departments", `'idle', 10, 0, null, ${ago(60)}`) +
      list("/2", "departments", `'idle', 10, 0, null, ${ago(900)}`) +
      list("/3", "departments", `'paused', 10, 0, null, ${ago(90_000)}`) +
      list("/4", "highscores", `'running', null, 2, 'upstream_failed', ${ago(90_000)}`) +
      list("/5", "highscores", "'running', 10, 1, 'quota_exhausted', null") +
      list("/6", "users", "'failed', 10, 5, 'upstream_forbidden', null") +
      list("/7", "gone", `'idle', 10, 0, null, ${ago(60)}`),
  )
  const figures = await readCopyStanding(pool, { schema: copies, operations })
  const found = (operation: string, state: string) =>
    figures.find((each) => each.operation === operation && each.state === state)
  expect(figures).toHaveLength(4)
  expect(found("departments", "idle")).toMatchObject({ lists: 2 })
  expect(found("departments", "idle")?.lateSeconds).toBeCloseTo(300, -1)
  const untold = { lateSeconds: null }
  expect(found("departments", "paused")).toMatchObject({ lists: 1, ...untold })
  expect(found("highscores", "running")).toMatchObject({ lists: 2, ...untold })
  expect(found("users", "failed")).toMatchObject({ lists: 1, ...untold })
})

test("Exports are counted by state, with the age of the oldest and the longest idle time.", async () => {
  const none = { waiting: 0, running: 0, paused: 0, failed: 0, oldestSeconds: 0, idleSeconds: 0 }
  expect(await readExportFigures(pool, schema)).toEqual(none)
  const job = (state: string, leased: string, created: number, moved: number) =>
    `insert into ${schema}.export_job (person, order_text, state, leased_until, created_at, moved_at)
       values ('person', '{}', '${state}', ${leased}, ${ago(created)}, ${ago(moved)});`
  await pool.query(
    job("running", ago(-60), 600, 5) +
      job("running", "null", 400, 300) +
      job("running", ago(60), 100, 100) +
      job("paused", "null", 9000, 9000) +
      job("failed", "null", 9000, 9000) +
      job("done", "null", 9000, 9000),
  )
  const figures = await readExportFigures(pool, schema)
  expect(figures).toMatchObject({ running: 1, waiting: 2, paused: 1, failed: 1 })
  expect(figures.oldestSeconds).toBeCloseTo(600, -1)
  expect(figures.idleSeconds).toBeCloseTo(300, -1)
})

test("Edits whose outcome is unknown after a minute are counted.", async () => {
  expect(await readEditFigures(pool, schema)).toEqual({ unknown: 0 })
  const edit = (outcome: string, verdict: string, seconds: number) =>
    `insert into ${schema}.edit (intended_at, person_id, operation, record_id, patch, request_id, outcome, verdict)
       values (${ago(seconds)}, 'person', 'update-department', 'id', '[]', 'id', '${outcome}', ${verdict});`
  await pool.query(
    edit("intended", "null", 5) +
      edit("intended", "null", 90) +
      edit("unknown", "null", 90) +
      edit("unknown", "'applied'", 90) +
      edit("applied", "null", 90),
  )
  expect(await readEditFigures(pool, schema)).toEqual({ unknown: 2 })
})
