import { randomUUID } from "node:crypto"
import { expect, inject, test } from "vitest"
import { dropDatabase } from "@/scripts/testing/drop-database"
import { openPool, poolSession } from "../db"
import { migrateTexts } from "./migrate-texts"

test("Four instances that start at once on a new database create the functions, and none fails.", async () => {
  const server = openPool(inject("databaseUrl"), { max: 1 })
  const name = `texts_${randomUUID()}`
  await server.query(`create database "${name}"`)
  const url = new URL(inject("databaseUrl"))
  url.pathname = name
  const pools = Array.from({ length: 4 }, () => openPool(url.href, { max: 1 }))
  const outcomes = await Promise.allSettled(pools.map((pool) => migrateTexts(poolSession(pool))))
  await Promise.all(pools.map((pool) => pool.end()))
  await dropDatabase(server, name)
  await server.end()
  expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill("fulfilled"))
})

test("Composed and decomposed letters of any case fold to the same text.", async () => {
  const pool = openPool(inject("databaseUrl"), { max: 1 })
  const session = poolSession(pool)
  await migrateTexts(session)
  const fold = async (text: string) => {
    const [row] = await session.query<{ folded: string }>("select texts.fold($1::text) as folded", [
      text,
    ])
    return row?.folded
  }
  const composed = "München Ærø Ångström"
  expect(await fold(composed.normalize("NFD"))).toBe(await fold(composed))
  expect(await fold(composed.toUpperCase().normalize("NFD"))).toBe(composed.toLowerCase())
  await pool.end()
})
