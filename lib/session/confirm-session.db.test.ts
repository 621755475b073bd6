import { randomUUID } from "node:crypto"
import { afterAll, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "@/lib/db"
import { createSessionsTable } from "@/lib/server/sessions/table"
import { createConfirmation } from "./confirm-session"
import type { IdentityClient } from "./identity-client"
import { createTokenCipher } from "./session"

const pool = openPool(inject("databaseUrl"), { max: 4 })
const schema = `confirm_${randomUUID().slice(0, 8)}`
const store = createSessionsTable({ pool, schema, absoluteSeconds: 3600, idleSeconds: 3600 })
afterAll(async () => {
  await pool.end()
})

const cipher = createTokenCipher({ secret: "a secret of at least thirty-two characters" })
const tokens = { access: "access", refresh: "refresh-1", rolesFrom: "id_token" } as const

test("of two instances that ask at once neither gives a role back that the identity has taken away", async () => {
  await migrateTables(pool, "dashboard", schema)
  const id = randomUUID()
  const facts = { name: "Ann", email: null, roles: ["admin"] }
  await store.create({ id, person: "ann", ...facts, tokens: cipher.encrypt(id, tokens) })
  await pool.query(
    `update "${schema}".session set confirmed_at = confirmed_at - interval '1 minute'`,
  )
  const session = await store.read(id, false)
  if (!session) throw new Error("There is no session.")

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let renewals = 0
  const identity: IdentityClient = {
    readClaims: () => Promise.reject(new Error("Roles come from the id token.")),
    async renew() {
      renewals += 1
      await held
      return { access: "access-2", refresh: "refresh-2", idToken: "new" }
    },
    verify: async () => ({ sub: "ann", groups: "hr" }),
  }
  const changes: string[] = []
  const openInstance = (name: string) =>
    createConfirmation({
      store,
      identity,
      cipher,
      roleClaim: "groups",
      timer: () => performance.now(),
      onChange: async () => void changes.push(name),
      onFault: (error) => {
        throw error
      },
    })
  const asking = openInstance("first")(session)
  await expect.poll(() => renewals).toBe(1)
  const waiting = openInstance("second")(session)
  answer()
  expect(await asking).toMatchObject({ roles: ["hr"] })
  expect(await waiting).toMatchObject({ roles: ["hr"] })
  expect(await store.read(id, false)).toMatchObject({ roles: ["hr"] })
  expect([renewals, changes]).toEqual([1, ["first"]])
})
