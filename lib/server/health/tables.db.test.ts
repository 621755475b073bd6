import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { dropDatabase } from "@/scripts/testing/drop-database"
import { catalogue } from "../../catalogue"
import { migrateTables, openPool, type Pool } from "../../db"
import { migrateCopies, replicaSchema } from "../../records"
import { createTablesReader, impairmentsOf } from "./tables"

let administration: Pool
let pool: Pool
const name = `tables_${randomUUID().slice(0, 8)}`
const read = async () => impairmentsOf(await createTablesReader(pool, catalogue)())

beforeAll(async () => {
  administration = openPool(inject("databaseUrl"), { max: 1 })
  await administration.query(`create database ${name}`)
  const url = new URL(inject("databaseUrl"))
  url.pathname = `/${name}`
  pool = openPool(url.href, { max: 4 })
})
afterAll(async () => {
  await pool.end()
  await dropDatabase(administration, name)
  await administration.end()
})

test("tables fit before and after their migration, and newer ones are reported", async () => {
  expect(await read()).toEqual([])
  await migrateTables(pool, "dashboard", "dashboard")
  await migrateCopies(pool, catalogue, { schema: replicaSchema })
  const reading = await createTablesReader(pool, catalogue)()
  expect(reading).toMatchObject({
    migrations: [
      { set: "dashboard", state: "fits" },
      { set: "replica", state: "fits" },
    ],
    misfits: [],
  })
  const migrations = "dashboard.dashboard_migration"
  await pool.query(`insert into ${migrations} (name, run_on) values ('9999_planted', now())`)
  expect(await read()).toEqual(["tables_newer"])
  await pool.query(`delete from ${migrations} where name like '9999%'`)
  expect(await read()).toEqual([])
})

test("a copy's table that lacks a column or is missing is reported by its record", async () => {
  const misfits = async () => (await createTablesReader(pool, catalogue)()).misfits
  await pool.query("alter table replica.department drop column city cascade")
  expect(await misfits()).toEqual(["department"])
  expect(await read()).toEqual(["copies_misfit"])
  await pool.query("drop table replica.highscore cascade")
  expect(await misfits()).toEqual(["department", "highscore"])
  await migrateCopies(pool, catalogue, { schema: replicaSchema })
  expect(await read()).toEqual([])
})
