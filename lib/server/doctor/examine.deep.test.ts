import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { domains } from "@/lib/catalogue"
import { openPool } from "@/lib/db"
import { findFreePort } from "@/scripts/free-port"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { demoClient } from "@/service/identity/demo-client"
import { startTestService, type TestService } from "@/service/testing/test-service"
import type { Config } from "../config"
import { examine, type examined, type Finding, judgeServer } from "./examine"

let service: TestService
let config: Config
beforeAll(async () => {
  service = await startTestService({ databaseUrl: inject("databaseUrl") })
  config = {
    trustedProxies: 0,
    port: 3000,
    databaseUrl: inject("databaseUrl"),
    workspaceFile: "package.json",
    development: false,
    isDemo: true,
    rateLimit: 100,
    copyBudget: 0,
    retention: { edits: 0, audit: 400 },
    drainMs: 0,
    build: { version: "1.0.0", commit: "unknown" },
    upstream: {
      apiUrl: `${service.origin}/api`,
      tokenUrl: `${service.origin}/oidc/token`,
      clientId: demoClient.id,
      clientSecret: demoClient.secret,
      scopePrefix: "svc.api",
    },
    session: {
      issuer: `${service.origin}/oidc`,
      clientId: demoClient.id,
      clientSecret: demoClient.secret,
      scope: "openid",
      roleClaim: "roles",
      secret: "a secret of at least thirty-two characters",
      origin: "http://localhost:3000",
    },
  }
})
afterAll(() => service?.stop())

async function look(changed: Partial<Config>, parts: typeof examined): Promise<Finding[]> {
  const found: Finding[] = []
  for await (const finding of examine({ ...config, ...changed }, parts)) found.push(finding)
  return found
}

const faultsOf = async (changed: Partial<Config>, part: (typeof examined)[number]) =>
  (await look(changed, [part])).filter(({ state }) => state !== "ok")

test("of a dashboard that lacks nothing, all is well, and each permission was tried", async () => {
  const found = await look({}, ["database", "identity", "platform", "files"])
  expect(found.filter(({ state }) => state === "fault")).toEqual([])
  expect(found.map(({ what }) => what)).toEqual(
    expect.arrayContaining(["Database", "Identity", "Platform", "Workspace"]),
  )
  for (const domain of domains)
    expect(found).toContainEqual({ what: `Permission ${domain}`, state: "ok", text: "read" })
})

test("a sign-in that may be of any strength is a warning, and so is a strength that the identity does not know", async () => {
  const signIn = async (strength: Partial<Config["session"]>) => {
    const session = { ...config.session, ...strength }
    return (await faultsOf({ isDemo: false, session }, "identity")).map(({ text }) => text)
  }
  expect(await signIn({})).toEqual([expect.stringMatching(/^any counts, one factor too/)])
  expect(await signIn({ acrValues: ["unknown"] })).toEqual([
    expect.stringMatching(/^AUTH_ACR_VALUES names nothing/),
  ])
  expect(await signIn({ acrValues: ["unknown", "urn:demo:password"] })).toEqual([])
})

test("a connection that leaves this machine without TLS is a warning, with its setting", async () => {
  expect(await look({}, ["tls"])).toEqual([
    { what: "TLS", state: "ok", text: "every connection that leaves this machine has it" },
  ])
  const plain = { databaseUrl: "postgres://user:planted@db.test/dashboard" }
  expect(await look(plain, ["tls"])).toEqual([
    {
      what: "TLS",
      state: "warning",
      text: "DATABASE_URL must end with sslmode=verify-full, since it leaves this machine.",
    },
  ])
})

test("a role that may do everything is a warning", () => {
  const server = {
    version: 170_000,
    encoding: "UTF8",
    mayCreate: true,
    ownsSchemas: true,
    isSuperuser: true,
    now: Date.now(),
  }
  const textsOf = (found: Finding[]) =>
    found.filter(({ state }) => state === "warning").map(({ text }) => text)
  expect(textsOf(judgeServer(server))).toEqual([expect.stringContaining("names a superuser")])
  expect(textsOf(judgeServer({ ...server, isSuperuser: false }))).toEqual([])
})

const upstreamWith = (changes: Partial<Config["upstream"]>) => ({
  upstream: { ...config.upstream, ...changes },
})

test("a wrong client secret, a token endpoint that is nowhere and an address that is no API are one sentence each", async () => {
  expect(await faultsOf(upstreamWith({ clientSecret: "planted-secret" }), "platform")).toEqual([
    {
      what: "Platform",
      state: "fault",
      text: "REPORTING_CLIENT_ID, REPORTING_CLIENT_SECRET or REPORTING_SCOPE_PREFIX is refused: correct it.",
    },
  ])
  const nowhere = `http://127.0.0.1:${await findFreePort()}/token`
  const [away] = await faultsOf(upstreamWith({ tokenUrl: nowhere }), "platform")
  expect(away?.text).toMatch(/^REPORTING_API_URL or REPORTING_TOKEN_URL leads nowhere/)
  const pages = createServer((_request, response) => response.end("<html>"))
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve))
  const { port } = pages.address() as AddressInfo
  const [page] = await faultsOf(upstreamWith({ tokenUrl: `http://127.0.0.1:${port}/` }), "platform")
  expect(page?.text).toMatch(/is not the reporting API: correct it\.$/)
  pages.close()
})

test("an identity that is nowhere, or another one, is told", async () => {
  const session = { ...config.session, issuer: `http://127.0.0.1:${await findFreePort()}` }
  const [away] = await faultsOf({ session }, "identity")
  expect(away?.text).toMatch(/^AUTH_OIDC_ISSUER has no document/)
})

test("a database that is not there, one that takes no changes, and a role without the right are told", async () => {
  const postgres = await startTemporaryPostgres()
  const urlOf = (change: (url: URL) => void) => {
    const url = new URL(postgres.url("test"))
    change(url)
    return { databaseUrl: url.href }
  }
  expect(await faultsOf({ databaseUrl: postgres.url("test") }, "database")).toEqual([])
  const [unknown] = await faultsOf(
    urlOf((url) => {
      url.pathname = "/nobody_knows_it"
    }),
    "database",
  )
  expect(unknown).toMatchObject({ what: "Database", state: "fault" })
  expect(unknown?.text).toMatch(/^DATABASE_URL names a database that is not there/)

  const own = { databaseUrl: postgres.url("test") }
  const pool = openPool(own.databaseUrl, { max: 1 })
  await pool.query("revoke create on database test from current_user, public")
  const faults = await faultsOf(own, "database")
  expect(faults.map(({ text }) => text)).toEqual([
    "DATABASE_URL names a role without the right that is needed: grant it create on the database.",
  ])
  await pool.query("alter role current_user set default_transaction_read_only to on")
  const [readOnly] = await faultsOf(own, "database")
  expect(readOnly?.text).toMatch(/takes no changes/)
  await pool.end()
  await postgres.stop()
})

test("names that are missing are a warning, and no secret is ever quoted", async () => {
  expect(await faultsOf({ workspaceFile: "nowhere.json" }, "files")).toMatchObject([
    { what: "Workspace", state: "warning" },
  ])
  const broken = {
    ...upstreamWith({ clientSecret: "planted-secret" }),
    databaseUrl: "postgres://user:planted-secret@127.0.0.1:1/dashboard",
  }
  const all = await look(broken, ["database", "platform"])
  expect(JSON.stringify(all)).not.toContain("planted-secret")
})
