import { randomUUID } from "node:crypto"
import type { Account, NextAuthOptions } from "next-auth"
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest"
import { migrateTables, openPool } from "../../db"
import { sessionIdOf } from "../../session"
import type { Audit, AuditEvent } from "../audit/audit"
import { createLog } from "../http/log"
import { createAnswerAuth } from "./answer-auth"
import { createSessions } from "./sessions"
import { createSessionsTable } from "./table"

const schema = `auth_${randomUUID().slice(0, 8)}`
const pool = openPool(inject("databaseUrl"), { max: 2 })
const config = {
  issuer: "http://127.0.0.1:1",
  clientId: "client",
  clientSecret: "secret",
  roleClaim: "roles",
  secret: "a secret of at least thirty-two characters",
  origin: "http://localhost:3000",
}
const sessions = createSessions({
  config,
  discover: () => Promise.reject(new Error("Nobody asks the identity.")),
  table: createSessionsTable({ pool, schema }),
  timer: () => performance.now(),
  onFault: () => {},
})
beforeAll(() => migrateTables(pool, "dashboard", schema))
afterAll(async () => {
  await pool.end()
})

const state = { isDown: false }
const events: AuditEvent[] = []
beforeEach(() => {
  state.isDown = false
  events.length = 0
})
const audit: Audit = {
  record: async (event) => void events.push(event),
  async require(event) {
    if (state.isDown) throw new Error("The audit is away.")
    events.push(event)
  },
}
const document = {
  issuer: config.issuer,
  authorization_endpoint: `${config.issuer}/auth`,
  token_endpoint: `${config.issuer}/token`,
  jwks_uri: `${config.issuer}/jwks`,
}
const answerAuth = createAnswerAuth({
  config,
  sessions,
  discover: async () => document,
  audit,
  log: createLog({ write: () => {} }),
})

const done = async () => new Response(null, { status: 302 })
const ask = (action: string, work: (options: NextAuthOptions) => Promise<Response>) =>
  answerAuth(
    {
      cookies: { get: () => undefined },
      headers: new Headers({ "x-caller-address": "192.0.2.7", "user-agent": "Firefox" }),
      method: "POST",
      action,
    },
    work,
  )

const profile = { sub: "eva", name: "Eva Lund", email: "eva@firm.test", roles: ["hr"] }
const account: Account = {
  provider: "oidc",
  type: "oauth",
  providerAccountId: "eva",
  id_token: `${btoa("{}")}.${btoa("{}")}.`,
}
const sessionOf = (sessionToken: string) => ({
  sessionToken,
  userId: "eva",
  expires: new Date(),
})

/** Signs in as next-auth does after it has verified the person. */
async function begin({ callbacks, adapter }: NextAuthOptions, token: string) {
  expect(await callbacks?.signIn?.({ user: { id: "eva" }, account, profile })).toBe(true)
  await adapter?.createSession?.(sessionOf(token))
}

const alive = async () =>
  (await pool.query(`select id from "${schema}".session where ended_at is null`)).rows.length

test("a sign-in and a sign-out are recorded with their person", async () => {
  await ask("callback", async (options) => {
    await begin(options, "token")
    return done()
  })
  const who = { sub: "eva", name: "Eva Lund", email: "eva@firm.test", roles: ["hr"] }
  expect(events).toMatchObject([
    { kind: "signed_in", session: who, address: "192.0.2.7", requestId: expect.any(String) },
  ])
  const id = sessionIdOf("token")
  expect(await sessions.list("eva")).toMatchObject([{ id, userAgent: "Firefox" }])
  await ask("signout", async (options) => {
    await options.adapter?.deleteSession?.("token")
    return done()
  })
  expect(events[1]).toMatchObject({ kind: "signed_out", session: who })
  expect(await alive()).toBe(0)
})

test("no session is created if the audit event cannot be written", async () => {
  state.isDown = true
  await ask("callback", async (options) => {
    await expect(begin(options, "other")).rejects.toThrow("away")
    return done()
  })
  expect(await alive()).toBe(0)
})

test.each([
  ["access_denied (The person said no.)", "denied_by_identity"],
  ["state mismatch, expected a, got: b", "wrong_state"],
  ["State cookie was missing.", "no_sign_in_begun"],
  ["connect ECONNREFUSED 127.0.0.1:1", "identity_unreachable"],
  ["<b>of a stranger's own</b>", "callback_oauth_error"],
])("a sign-in that fails for %s is recorded as %s", async (message, code) => {
  await ask("callback", async (options) => {
    options.logger?.error?.("CALLBACK_OAUTH_ERROR", new Error(message))
    return done()
  })
  expect(events).toMatchObject([{ kind: "sign_in_failed", outcome: "failed", details: { code } }])
})

test("a fault while a session is read is not recorded as a failed sign-in", async () => {
  await ask("session", async (options) => {
    options.logger?.error?.("SESSION_ERROR", new Error("The session is over."))
    return done()
  })
  expect(events).toEqual([])
})
