import { demoClient } from "@/service/identity/demo-client"
import { createKeyedDocuments, migrateTables, openPool } from "../../db"
import {
  openBrowser,
  signIn,
  startTestDashboard,
  type TestDashboard,
  testSecret,
} from "../../session/testing/test-dashboard"
import { startTestIdentity } from "../../session/testing/test-identity"
import { textsIn } from "../platform/shared-texts"
import { createTokenStore } from "../platform/token-store"
import { createTokenCipher } from "../sessions/renew-session"
import { createSessionsTable } from "../sessions/table"

const stranger = {
  id: "3f0f4c1e-6a53-4a6f-9a43-0d0c5b1f7a09",
  email: "stranger@demo.test",
  name: "Alba Lund",
  roles: ["guest"],
  title: "Somebody without a role",
}

/** The session cookie of a browser after a full sign-in. */
async function readCookie(dashboard: TestDashboard, email: string): Promise<string> {
  const browser = openBrowser()
  await signIn(browser, dashboard, { email })
  const saved = browser.cookiesFor(dashboard.origin).split("; ")
  const found = saved.find((cookie) => /session-token=./.test(cookie))
  if (!found) throw new Error(`${email} could not sign in.`)
  return found
}

/**
 * An identity provider with the demo people and one person without a role, who sign in with their
 * own browsers.
 */
export async function openPeople(databaseUrl: string, schema: string) {
  const identity = await startTestIdentity(databaseUrl, schema)
  identity.people.push(stranger)
  const pool = openPool(databaseUrl, { max: 2 })
  const table = createSessionsTable({ pool })
  await migrateTables(pool, "dashboard", "dashboard")
  const cipher = createTokenCipher({ secret: testSecret })
  const dashboard = await startTestDashboard({ table, issuer: identity.issuer })
  return {
    stranger,
    identity,
    dashboard,
    pool,
    /**
     * The secrets of these sessions that only the server has: refresh tokens and the secrets that
     * encrypt them.
     */
    async readSecrets(): Promise<string[]> {
      const { rows } = await pool.query<{ id: string; tokens: string }>(
        "select id, tokens from dashboard.session where tokens <> ''",
      )
      const tokens = rows.flatMap(({ id, tokens }) => cipher.decrypt(id, tokens)?.refresh ?? [])
      return [testSecret, demoClient.secret, ...tokens]
    },
    cookieOf: (email: string) => readCookie(dashboard, email),
    changeRoles(email: string, roles: readonly string[]) {
      const index = identity.people.findIndex((person) => person.email === email)
      const person = identity.people[index]
      if (person) identity.people[index] = { ...person, roles }
    },
    /** Makes every session due for confirmation by the identity provider. */
    letConfirmationsAge: () =>
      pool.query("update dashboard.session set confirmed_at = confirmed_at - interval '5 min'"),
    /** The platform token that the dashboard's instances share. */
    async readPlatformToken(): Promise<string> {
      const texts = textsIn(createKeyedDocuments({ pool, schema: "dashboard" }))
      const client = { secret: testSecret, clientId: demoClient.id }
      const token = await createTokenStore({ texts, ...client, clock: Date.now }).read()
      return token?.text ?? ""
    },
    /** Every row of every table of the dashboard, as text. */
    async readEverythingSaved(): Promise<string> {
      const { rows: tables } = await pool.query<{ name: string }>(
        "select tablename as name from pg_tables where schemaname = 'dashboard'",
      )
      const texts: string[] = []
      for (const { name } of tables) {
        const { rows } = await pool.query(`select t::text as text from dashboard."${name}" as t`)
        texts.push(...rows.map(({ text }) => text))
      }
      return texts.join("\n")
    },
    async stop() {
      await dashboard.stop()
      await identity.stop()
      await pool.end()
    },
  }
}

export type People = Awaited<ReturnType<typeof openPeople>>
