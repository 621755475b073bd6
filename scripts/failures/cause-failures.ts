import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { catalogue } from "@/lib/catalogue"
import { migrateTables, openPool } from "@/lib/db"
import { migrateCopies, replicaSchema } from "@/lib/records"
import type { Config } from "@/lib/server/config"
import { createTablesReader, impairmentsOf } from "@/lib/server/health/tables"
import { demoClient } from "@/service/identity/demo-client"
import { startTestService } from "@/service/testing/test-service"
import { readDashboardSettings } from "../dashboard-settings"
import { findFolderFault } from "../folder-fault"
import { findFreePort } from "../free-port"
import { startCluster } from "../postgres/cluster"
import { folderFaultOfUser } from "../testing/as-user"
import { makeSmallDisk } from "../testing/small-disk"
import type { Failure } from "./failure"
import { consult, observeDatabase, observePlatform, observeTables } from "./observe"

/** What a dashboard that lacks nothing is set to. */
function settingsFor(databaseUrl: string, origin: string): Config {
  const client = { clientId: demoClient.id, clientSecret: demoClient.secret }
  return {
    port: 3000,
    databaseUrl,
    workspaceFile: "package.json",
    development: false,
    isDemo: true,
    rateLimit: 100,
    copyBudget: 0,
    checkPercent: 5,
    retention: { edits: 0, audit: 400, sessions: 1, recents: 365 },
    trustedProxies: 0,
    drainMs: 0,
    build: { version: "1.0.0", commit: "unknown" },
    upstream: {
      apiUrl: `${origin}/api`,
      tokenUrl: `${origin}/oidc/token`,
      scopePrefix: "svc.api",
      ...client,
    },
    session: {
      issuer: `${origin}/oidc`,
      scope: "openid",
      roleClaim: "roles",
      secret: "a secret of at least thirty-two characters",
      origin: "http://localhost:3000",
      ...client,
    },
  }
}

const complete = {
  REPORTING_API_URL: "https://platform.test/api",
  REPORTING_TOKEN_URL: "https://platform.test/token",
  REPORTING_CLIENT_ID: "client",
  REPORTING_CLIENT_SECRET: "planted-secret",
  AUTH_OIDC_ISSUER: "https://identity.test",
  AUTH_OIDC_CLIENT_ID: "client",
  AUTH_OIDC_CLIENT_SECRET: "planted-secret",
  NEXTAUTH_SECRET: "a secret of at least thirty-two characters",
  NEXTAUTH_URL: "https://dashboard.test",
}

function settingsFailures(folder: string): Failure[] {
  const told = (name: string, more: Readonly<Record<string, string>>): Failure => ({
    name,
    command: readDashboardSettings({ ...complete, ...more }, folder).faults.join(" "),
  })
  return [
    told("a setting is missing", { AUTH_OIDC_ISSUER: "" }),
    told("a setting has a wrong value", { REPORTING_RATE_LIMIT: "many" }),
    told("a secret is too short", { NEXTAUTH_SECRET: "short" }),
    told("a secret's file cannot be read", {
      REPORTING_CLIENT_SECRET: "",
      REPORTING_CLIENT_SECRET_FILE: "/nowhere/secret",
    }),
    told("a secret is given twice", { REPORTING_CLIENT_SECRET_FILE: "/nowhere/secret" }),
  ]
}

function folderFailures(): Failure[] {
  const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-failures-"))
  chmodSync(folder, 0o555)
  const closed = folderFaultOfUser(folder).replace(folder, ".data")
  rmSync(folder, { recursive: true })
  const full = "the disk of the dashboard's folder is full"
  const disk = makeSmallDisk(1)
  if (typeof disk === "string")
    return [
      { name: "the dashboard's folder cannot be written", command: closed },
      { name: full, skipped: disk },
    ]
  fill(disk.folder)
  const command = findFolderFault(disk.folder)?.replace(disk.folder, ".data")
  disk.remove()
  return [
    { name: "the dashboard's folder cannot be written", command: closed },
    { name: full, command },
  ]
}

/** Writes until nothing more goes onto the disk. */
function fill(folder: string) {
  const { bavail, bsize } = statfsSync(folder)
  for (const bytes of [bavail * bsize, 65_536, 4096])
    try {
      writeFileSync(join(folder, `all-${bytes}`), Buffer.alloc(bytes))
    } catch {
      // What is written of it stays.
    }
}

type Change = (url: URL) => void

async function databaseFailures(config: Config): Promise<Failure[]> {
  const { databaseUrl } = config
  const owner = openPool(databaseUrl, { max: 1 })
  const superuser = new URL(databaseUrl)
  superuser.username = "postgres"
  const administration = openPool(superuser.href, { max: 1 })
  const password = "planted-password"
  for (const [role, options] of [
    ["closed", "nologin"],
    ["crowded", "login connection limit 0"],
    ["modest", "login"],
    ["reader", "login"],
  ])
    await administration.query(`create role ${role} ${options} password '${password}'`)
  await administration.query("alter role reader set default_transaction_read_only to on")
  const observe = async (name: string, change: Change): Promise<Failure> => {
    const url = new URL(databaseUrl)
    change(url)
    return { name, ...(await observeDatabase({ ...config, databaseUrl: url.href })) }
  }
  const as = (role: string) => (url: URL) => {
    url.username = role
    url.password = password
  }
  const port = `${await findFreePort()}`
  const found = [
    await observe("the database is not there", (url) => {
      url.port = port
    }),
    await observe("nobody knows the database's host", (url) => {
      url.hostname = "nobody.invalid"
    }),
    await observe("the database's password is wrong", (url) => {
      url.password = "planted-wrong"
    }),
    await observe("the role may not sign in", as("closed")),
    await observe("the database has another name", (url) => {
      url.pathname = "/nobody_knows_it"
    }),
    await observe("the database has no TLS", (url) => url.searchParams.set("sslmode", "require")),
    await observe("the role may not create", as("modest")),
    await observe("the database takes no changes", as("reader")),
    await observe("the database has no free connection", as("crowded")),
  ]
  await owner.end()
  await administration.end()
  return found
}

/** A server that proves itself by a certificate of its own making, which nobody vouches for. */
async function untrustedDatabase(config: Config): Promise<Failure> {
  const name = "nobody vouches for the database's certificate"
  const url = new URL(config.databaseUrl)
  url.searchParams.set("sslmode", "verify-full")
  const superuser = new URL(config.databaseUrl)
  superuser.username = "postgres"
  const administration = openPool(superuser.href, { max: 1 })
  const certify =
    "umask 077; openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=nobody -keyout server.key -out server.crt 2>/dev/null"
  try {
    await administration.query(`copy (select '') to program '${certify}'`)
    await administration.query("alter system set ssl to on")
    await administration.query("select pg_reload_conf()")
    return { name, ...(await observeDatabase({ ...config, databaseUrl: url.href })) }
  } catch (error) {
    // PostgreSQL says so of a program that fails.
    if (error instanceof Error && "code" in error && error.code === "38000")
      return { name, skipped: "there is no openssl" }
    throw error
  } finally {
    await administration.query("alter system reset ssl")
    await administration.query("select pg_reload_conf()")
    await administration.end()
  }
}

/** A server that is being stopped while somebody is still connected, and one that follows another. */
async function recoveringDatabase(config: Config): Promise<Failure[]> {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-standby-"))
  chmodSync(directory, 0o755)
  const start = () =>
    startCluster({
      directory: join(directory, "pg"),
      databases: ["standby"],
      durable: false,
      transport: "auto",
      remove: [],
    })
  const observe = async (name: string, databaseUrl: string): Promise<Failure> => ({
    name,
    ...(await observeDatabase({ ...config, databaseUrl })),
  })
  const primary = await start()
  const superuser = new URL(primary.url("standby"))
  superuser.username = "postgres"
  const last = openPool(superuser.href, { max: 1 })
  await last.query("copy (select '') to program 'touch standby.signal'")
  const { rows } = await last.query("select pg_read_file('postmaster.pid') as file")
  process.kill(Number.parseInt(rows[0]?.file, 10), "SIGTERM")
  const stopping = await observe("the database is stopping", primary.url("standby"))
  await last.end()
  await primary.stop()
  const standby = await start()
  try {
    return [stopping, await observe("the database follows another", standby.url("standby"))]
  } finally {
    await standby.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function fullDatabase(config: Config): Promise<Failure> {
  const name = "the database's disk is full"
  const disk = makeSmallDisk(150)
  if (typeof disk === "string") return { name, skipped: disk }
  const directory = join(disk.folder, "pg")
  const cluster = await startCluster({
    directory,
    databases: ["full"],
    durable: false,
    transport: "loopback",
    remove: [],
  })
  try {
    fill(disk.folder)
    const config1 = { ...config, databaseUrl: cluster.url("full") }
    return { name, ...(await observeDatabase(config1)) }
  } finally {
    await cluster.stop()
    disk.remove()
  }
}

async function tableFailures({ databaseUrl }: Config): Promise<Failure[]> {
  const pool = openPool(databaseUrl, { max: 4 })
  await migrateTables(pool, "dashboard", "dashboard")
  await migrateCopies(pool, catalogue, { schema: replicaSchema })
  const observe = async (name: string, statement: string): Promise<Failure> => {
    await pool.query(statement)
    const read = createTablesReader(pool, catalogue)
    return { name, ...(await observeTables(() => read().then(impairmentsOf))) }
  }
  const table = "dashboard.dashboard_migration"
  const found = [
    await observe(
      "the tables are those of a newer version",
      `insert into ${table} (name, run_on) values ('9999_planted', now())`,
    ),
    await observe(
      "the tables are those of an older version",
      `delete from ${table} where name like '9999%' or name like '0002%'`,
    ),
  ]
  await pool.query(
    `insert into ${table} (name, run_on) values ('0002_people-beside-their-names', now())`,
  )
  found.push(
    await observe(
      "a copy's table lacks a column",
      "alter table replica.department drop column city cascade",
    ),
  )
  await pool.end()
  return found
}

/** The service behind a door of its own: it answers with a clock that is ahead, gives tokens of another scope, and may be closed. */
async function openDoor(
  origin: string,
  { aheadMs = 0, scope }: { readonly aheadMs?: number; readonly scope?: string } = {},
) {
  const server = createServer(async (incoming, outgoing) => {
    const { method, url = "/" } = incoming
    const body = await buffer(incoming)
    const form = new URLSearchParams(body.toString())
    if (scope !== undefined && form.has("scope")) form.set("scope", scope)
    const sent = form.has("scope") ? Buffer.from(form.toString()) : body
    const headers = { ...incoming.headers, "content-length": `${sent.length}` }
    const passed = request(new URL(url, origin), { method, headers }, (answer) => {
      const date = new Date(Date.now() + aheadMs).toUTCString()
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, date })
      answer.pipe(outgoing)
    })
    passed.on("error", () => outgoing.destroy())
    passed.end(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function platformFailures(config: Config, origin: string): Promise<Failure[]> {
  const through = (changes: Partial<Config["upstream"]>): Config => ({
    ...config,
    upstream: { ...config.upstream, ...changes },
  })
  const pages = createServer((_request, response) => response.end("<html>"))
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve))
  const { port } = pages.address() as AddressInfo
  const door = await openDoor(origin, { aheadMs: 300_000 })
  const narrow = await openDoor(origin, { scope: "svc.api.users:read" })
  const behind = { apiUrl: `${door.origin}/api`, tokenUrl: `${door.origin}/oidc/token` }
  const found: Failure[] = [
    {
      name: "the client's secret is wrong",
      ...(await observePlatform(through({ clientSecret: "planted-wrong" }))),
    },
    {
      name: "the platform knows no such scopes",
      ...(await observePlatform(through({ scopePrefix: "other.api" }))),
    },
    {
      name: "the client lacks a permission",
      command: await consult(through({ tokenUrl: `${narrow.origin}/oidc/token` }), "platform"),
    },
    {
      name: "nobody knows the platform's host",
      ...(await observePlatform(through({ tokenUrl: "https://nobody.invalid/token" }))),
    },
    {
      name: "the address is not the platform's",
      ...(await observePlatform(through({ tokenUrl: `http://127.0.0.1:${port}/` }))),
    },
    {
      name: "the platform's clock is five minutes ahead",
      // Clocks are told in whole seconds, of which the way there takes some.
      command: (await consult(through({ tokenUrl: behind.tokenUrl }), "platform"))?.replace(
        /\b(?:29|30)\d s/,
        "300 s",
      ),
    },
    {
      name: "the platform is lost while the dashboard runs",
      ...(await observePlatform(through(behind), door.close)),
    },
  ]
  pages.close()
  await narrow.close()
  return found
}

async function identityFailures(config: Config, origin: string): Promise<Failure[]> {
  const observe = async (name: string, issuer: string): Promise<Failure> => ({
    name,
    command: await consult({ ...config, session: { ...config.session, issuer } }, "identity"),
  })
  const door = await openDoor(origin)
  const found = [
    await observe("the identity has no document", `http://127.0.0.1:${await findFreePort()}`),
    await observe("the identity calls itself something else", `${door.origin}/oidc`),
  ]
  await door.close()
  return found
}

/** Causes each failure that a person who runs the dashboard may meet, for real, and answers what they see of it. */
export async function causeFailures(): Promise<readonly Failure[]> {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-failures-"))
  chmodSync(directory, 0o755)
  const cluster = await startCluster({
    directory: join(directory, "pg"),
    databases: ["test", "service"],
    durable: false,
    transport: "loopback",
    remove: [directory],
  })
  const service = await startTestService({ databaseUrl: cluster.url("service"), count: 3 })
  const config = settingsFor(cluster.url("test"), service.origin)
  try {
    return [
      ...settingsFailures(directory),
      ...folderFailures(),
      ...(await databaseFailures(config)),
      await untrustedDatabase(config),
      ...(await recoveringDatabase(config)),
      await fullDatabase(config),
      ...(await tableFailures(config)),
      ...(await platformFailures(config, service.origin)),
      ...(await identityFailures(config, service.origin)),
    ]
  } finally {
    await service.stop()
    await cluster.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
