import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { dropDatabase } from "@/scripts/testing/drop-database"
import { openPool } from "../db"
import { type CompanyWorld, openCompanyWorld } from "./testing/company-world"

const old = "the secret of last year, which is going"
const next = "the secret of this year, which is coming"

const database = `rotation_${randomUUID().slice(0, 8)}`
const administration = openPool(inject("databaseUrl"), { max: 1 })
let world: CompanyWorld
beforeAll(async () => {
  await administration.query(`create database ${database}`)
  const url = new URL(inject("databaseUrl"))
  url.pathname = `/${database}`
  world = await openCompanyWorld({
    databaseUrl: url.href,
    platformDatabaseUrl: inject("databaseUrl"),
  })
})
afterAll(async () => {
  await world?.stop()
  await dropDatabase(administration, database)
  await administration.end()
})

const query = async (text: string) => {
  const url = new URL(inject("databaseUrl"))
  url.pathname = `/${database}`
  const pool = openPool(url.href, { max: 1 })
  try {
    return (await pool.query(text)).rows
  } finally {
    await pool.end()
  }
}

/** Makes every session due for confirmation by the identity provider. */
const letRolesAge = () =>
  query(
    "update dashboard.session set confirmed_at = confirmed_at - interval '5 min', renewal_claimed_at = null",
  )
const readTokens = () =>
  query("select id, tokens from dashboard.session where email = 'hr@demo.test'")

const list = "/api/v1.4/departments?limit=1"
const refused = [400, 401]

test("A secret is rotated while instances run: each is valid where both are known, and the old one expires.", async () => {
  const before = world.open({ secret: old })
  const cookie = await world.signIn("hr@demo.test", { secret: old })
  const first = await before.as(cookie)("GET", list)
  const { nextUrl } = first.body

  // First, all instances know the next secret and keep using the old one.
  const ready = world.open({ secret: old, previousSecret: next })
  expect((await ready.as(cookie)("GET", nextUrl)).body.data).toHaveLength(1)

  // Then each uses the next secret and still knows the old one.
  const after = world.open({ secret: next, previousSecret: old })
  const second = await after.as(cookie)("GET", nextUrl)
  expect(second.body.data).toHaveLength(1)
  // A cursor of the next secret is valid at an instance that has not been restarted yet.
  expect((await ready.as(cookie)("GET", second.body.nextUrl)).body.data).toHaveLength(1)

  const begunUnderNext = await world.signIn("admin@demo.test", {
    secret: next,
    previousSecret: old,
  })
  for (const instance of [ready, after])
    for (const session of [cookie, begunUnderNext])
      expect((await instance.as(session)("GET", "/api/recents")).status).toBe(200)

  // Instances with either secret decrypt a session's refresh token and store the renewed one under
  // their own.
  for (const secrets of [
    { secret: next, previousSecret: old },
    { secret: old, previousSecret: next },
    { secret: next, previousSecret: old },
  ]) {
    await letRolesAge()
    const stored = await readTokens()
    await world.open(secrets).as(cookie)("GET", "/api/recents")
    expect(await readTokens()).not.toEqual(stored)
  }

  // At the end, the old secret is removed.
  const done = world.open({ secret: next })
  for (const session of [cookie, begunUnderNext])
    expect((await done.as(session)("GET", "/api/recents")).status).toBe(200)
  const stale = await done.as(begunUnderNext)("GET", nextUrl, {}, refused)
  expect(stale.body.code).toBe("invalid_cursor")
  // An instance that only knows the old secret cannot confirm a session stored under the next one.
  await letRolesAge()
  expect((await before.as(begunUnderNext)("GET", "/api/recents", {}, refused)).status).toBe(401)
})
