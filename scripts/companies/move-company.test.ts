import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { Client } from "pg"
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest"
import { migrateTables, openPool } from "@/lib/db"
import { query } from "../postgres/test-clusters"
import { readCompanies } from "./companies-file"
import { describeCompany, listCompanies } from "./list-companies"
import type { Way } from "./move"
import { type MoveOptions, moveCompany, requireCompany } from "./move-company"
import { locateSource, startTestServer, type TestServer } from "./testing/test-servers"

const sourceAtHand = locateSource()
const isPossible = typeof sourceAtHand !== "string"
if (!isPossible) console.log(`Moves are not tested. ${sourceAtHand}`)

const folder = mkdtempSync(join(tmpdir(), "companies-"))
const file = join(folder, "companies.json")
const clock = () => new Date("2026-11-25T10:00:00Z")

let north: TestServer
let south: TestServer
beforeAll(async () => {
  if (typeof sourceAtHand === "string") return
  const settings = { wal_level: "logical" }
  ;[north, south] = await Promise.all([
    startTestServer({ source: sourceAtHand, settings }),
    startTestServer({ settings: { autovacuum: "off" } }),
  ])
  await createModels()
  await query(south.url("postgres"), "create role acme_owner login")
})
afterAll(async () => {
  await Promise.all([north, south].map((server) => server?.remove()))
  rmSync(folder, { recursive: true, force: true })
})

/** Tables of every kind that a move has to bring over, some rows of each. */
const ownTables = `
  create table numbered (id int8 generated always as identity primary key, text text, at timestamptz default now());
  insert into numbered (text) select repeat('ä', n % 50) from generate_series(1, 3000) n;
  create table without_key (id uuid not null, twice int generated always as (1 + 1) stored);
  insert into without_key (id) select gen_random_uuid() from generate_series(1, 6000);
  create unlogged table unlogged (key text primary key, body text);
  insert into unlogged values ('a', null), ('b', ''), ('c', E'"\\\\,(\\n)');
  create sequence counter; select nextval('counter'), nextval('counter');
  create index numbered_by_text on numbered (text)`

const databases = { dashboard: "acme", service: "acme_service" }

/** Makes what each test's company is a copy of: `small` has tables of every kind, `whole` the dashboard's too. */
async function createModels() {
  const control = north.url("postgres")
  await query(control, "create role acme_owner login")
  await query(control, "create database small owner acme_owner template template0 locale 'C'")
  await query(
    north.url("small"),
    `grant create on schema public to acme_owner; set role acme_owner; ${ownTables}`,
  )
  await query(control, "create database whole owner acme_owner template small")
  const pool = openPool(north.url("whole"), { max: 2 })
  await migrateTables(pool, "dashboard", "dashboard")
  await migrateTables(pool, "replica", "replica")
  await pool.end()
}

async function createCompany(model: "small" | "whole" = "small") {
  const control = north.url("postgres")
  await query(control, `create database acme owner acme_owner template ${model}`)
  await query(control, "comment on database acme is 'The dashboard''s'")
  await query(control, "revoke connect on database acme from public")
  await query(control, "alter database acme set search_path to public, dashboard")
  await query(control, "create database acme_service owner acme_owner")
  await query(north.url("acme_service"), "create table entry (id int primary key)")
}

async function dropAll(server: TestServer) {
  const control = server.url("postgres")
  const rows = await query(control, "select datname from pg_database where datname like 'acme%'")
  for (const { datname } of rows) {
    await query(control, `drop database "${datname}" with (force)`)
  }
}

const write = (more: object = {}) =>
  writeFileSync(
    file,
    JSON.stringify({
      servers: {
        north: { url: north.url("postgres") },
        south: { url: south.url("postgres") },
        ...more,
      },
      companies: { acme: { server: "north", databases } },
    }),
  )

const reported: string[] = []
const move = (by: Way, options: Partial<MoveOptions> = {}) =>
  moveCompany({
    companies: readCompanies(file, {}),
    name: "acme",
    to: "south",
    by,
    environment: process.env,
    clock,
    report: (line) => reported.push(line),
    ...options,
  })

/** A folder with programs that say they are pg_dump and pg_restore, and do that. */
function writePrograms(script: string): string {
  const programs = mkdtempSync(join(folder, "programs-"))
  const version = `[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99" && exit`
  for (const name of ["pg_dump", "pg_restore"])
    writeFileSync(join(programs, name), `#!/bin/sh\n${version}\n${script}\n`, { mode: 0o755 })
  return programs
}

const isLocked = async () =>
  (await query(north.url("postgres"), "select from pg_locks where locktype = 'advisory'")).length >
  0

const serverInFile = () => requireCompany(readCompanies(file, {}), "acme").server.name

const listNames = async (server: TestServer) =>
  (
    await query(
      server.url("postgres"),
      "select datname from pg_database where datname like 'acme%' order by 1",
    )
  ).map(({ datname }) => datname)

const left = ["acme_moved_20261125", "acme_service_moved_20261125"]
const here = ["acme", "acme_service"]

/** Holds up the target's replication as soon as all tables are whole; answers how to let it go on. */
async function holdUp() {
  while (!(await listNames(south)).includes("acme_service")) await delay(20)
  const client = new Client(south.url("acme"))
  await client.connect()
  await client.query(`do $$ begin
    while not exists (select from pg_subscription_rel)
      or exists (select from pg_subscription_rel where srsubstate <> 'r')
    loop perform pg_sleep(0.005); end loop; end $$`)
  await client.query("select pg_advisory_lock(42)")
  return () => client.end()
}

/** Everything that a failed move must leave as it was. */
async function expectNothingChanged() {
  expect(serverInFile()).toBe("north")
  expect(await listNames(north)).toEqual(here)
  expect(await query(north.url("acme"), "select count(*)::int from without_key")).toEqual([
    { count: 6000 },
  ])
  const marks = `select shobj_description(oid, 'pg_database') as comment from pg_database
    where datname like 'acme%' order by datname`
  expect(await query(north.url("postgres"), marks)).toEqual([
    { comment: "The dashboard's" },
    { comment: null },
  ])
  const remains = `select (select count(*) from pg_replication_slots)::int as slots,
    (select count(*) from pg_publication)::int as publications`
  expect(await query(north.url("acme"), remains)).toEqual([{ slots: 0, publications: 0 }])
}

async function expectMoved() {
  expect(serverInFile()).toBe("south")
  expect(await listNames(north)).toEqual(left)
  expect(await listNames(south)).toEqual(here)
  const about = `select pg_get_userbyid(datdba) as owner, shobj_description(oid, 'pg_database') as comment,
    datcollate as locale, has_database_privilege('pg_monitor', oid, 'connect') as open
    from pg_database where datname = 'acme'`
  expect(await query(south.url("postgres"), about)).toEqual([
    { owner: "acme_owner", comment: "The dashboard's", locale: "C", open: false },
  ])
  expect(await query(south.url("acme"), "show search_path")).toEqual([
    { search_path: "public, dashboard" },
  ])
  const subscriptions = "select subname from pg_subscription"
  expect(await query(south.url("postgres"), subscriptions)).toEqual([])
  expect(await query(north.url("postgres"), "select slot_name from pg_replication_slots")).toEqual(
    [],
  )
  const last =
    "select (select text from numbered where id = 60) as text, nextval('counter') as next"
  expect(await query(south.url("acme"), last)).toEqual([{ text: "ä".repeat(10), next: "3" }])
  const unlogged = "select * from unlogged order by key"
  expect(await query(south.url("acme"), unlogged)).toEqual(
    await query(north.url("acme_moved_20261125"), unlogged),
  )
}

describe.runIf(isPossible)("a company", () => {
  beforeEach(() => {
    reported.length = 0
    write()
  })
  afterEach(async () => {
    for (const server of [north, south]) await dropAll(server)
  })

  test("moves by dump with all its databases; the old ones get another name and the file says where it is.", async () => {
    await createCompany("whole")
    const { stoppedMs, left: names } = await move("dump")
    expect(names).toEqual(left)
    expect(stoppedMs).toBeGreaterThan(0)
    await expectMoved()
  })

  test("that somebody uses is not moved by dump, and the error says who that is.", async () => {
    await createCompany()
    const client = new Client({
      connectionString: north.url("acme_service"),
      application_name: "workplace-reporting",
    })
    await client.connect()
    await expect(move("dump")).rejects.toThrow(
      /north: acme_service is used by postgres with workplace-reporting from the same machine\. Stop them first/,
    )
    await client.end()
    await expectNothingChanged()
  })

  test("stays where it is when the copy differs from it.", async () => {
    await createCompany()
    await query(
      north.url("acme"),
      `create function spoil() returns trigger language plpgsql as
         $$ begin new.text = new.text || '!'; return new; end $$;
       create trigger spoil before insert on numbered for each row when (new.id = 60)
         execute function spoil();
       alter table numbered enable always trigger spoil`,
    )
    await expect(move("replication")).rejects.toThrow(
      /acme differs on south in "public"."numbered": 3000 rows, checksum -?\d+ became 3000 rows, checksum -?\d+\.\nacme is on north as before\./,
    )
    expect(await listNames(south)).toEqual([])
    await expectNothingChanged()
  })

  test("stays where it is when a program fails, when the move is interrupted and when the file was changed.", async () => {
    await createCompany()
    const environment = { PG_BIN: writePrograms('echo "no room" >&2; exit 1') }
    await expect(move("dump", { environment })).rejects.toThrow(
      /^The move ended: pg_dump: no room; pg_restore: .*\nacme is on north as before\.$/,
    )
    const controller = new AbortController()
    const interrupt = () => controller.abort(new Error("it was interrupted."))
    await expect(
      move("replication", { report: interrupt, signal: controller.signal }),
    ).rejects.toThrow("The move ended: it was interrupted.\nacme is on north as before.")
    const change = (line: string) =>
      line.startsWith("acme_service: 1 tables") &&
      writeFileSync(
        file,
        readFileSync(file, "utf8").replace('"server":"north"', '"server":"south"'),
      )
    await expect(move("dump", { report: change })).rejects.toThrow(
      /was changed meanwhile: acme is no longer on north there\.\nacme is on north as before\./,
    )
    write()
    expect(await listNames(south)).toEqual([])
    await expectNothingChanged()
  })

  test("moves by replication while others write, and every row that they were promised arrives.", async () => {
    await createCompany("whole")
    // The target can be held up, so that rows are on their way when the source is closed.
    await query(
      north.url("acme"),
      `create function linger() returns trigger language plpgsql as $$ begin
         if current_setting('session_replication_role') = 'replica' then
           perform pg_advisory_xact_lock(42);
         end if;
         return new; end $$;
       create trigger linger before insert on numbered for each row when (new.text = 'new')
         execute function linger();
       alter table numbered enable always trigger linger`,
    )
    const client = new Client(north.url("acme"))
    client.on("error", () => {})
    await client.connect()
    await client.query("set synchronous_commit = off")
    let promised = 0
    const writing = (async () => {
      for (;;) {
        const { rows } = await client.query(
          "with gone as (delete from numbered where id = (select min(id) from numbered)) insert into numbered (text) values ('new') returning id",
        )
        await client.query("update dashboard.call_log set seen_at = now()")
        await client.query("insert into without_key values (gen_random_uuid())")
        promised = Number(rows[0].id)
        await delay(5)
      }
    })().catch((error: Error) => error.message)
    const holding = holdUp()
    const report = (line: string) => {
      reported.push(line)
      if (line.startsWith("Closed")) void holding.then((letGo) => delay(1000).then(letGo))
    }
    await move("replication", { report })
    expect(await writing).toMatch(/terminat|not queryable|EPIPE|ECONNRESET/)
    await client.end()
    expect(promised).toBeGreaterThan(3050)
    const [row] = await query(
      south.url("acme"),
      "select max(id)::int as max, count(*)::int as count from numbered",
    )
    expect(row?.["max"]).toBeGreaterThanOrEqual(promised)
    expect(row?.["count"]).toBe(3000)
    const [next] = await query(
      south.url("acme"),
      "insert into numbered (text) values ('later') returning id::int",
    )
    expect(next?.["id"]).toBeGreaterThan(promised)
    expect(reported).toContain(
      "acme: without a key, or not logged, and so copied while it is closed: answer, answer_claim, answer_tag, unlogged, without_key, point_band, point_band_due, point_rollup_by_department, point_rollup_by_label, point_rollup_due.",
    )
  })

  test("goes on when the target stops in the middle of a replication, and a second try moves it.", async () => {
    await createCompany()
    let stopped = false
    const report = (line: string) => {
      reported.push(line)
      if (line.startsWith("acme_service: 1 tables are being copied")) {
        stopped = true
        void south.stop()
      }
    }
    await query(
      north.url("acme"),
      "insert into numbered (text) select repeat('x', 500) from generate_series(1, 100000)",
    )
    const failure = await move("replication", { report }).catch((error: Error) => error.message)
    expect(stopped).toBe(true)
    expect(failure).toMatch(
      /The move ended: south: .*\nNot all of it could be undone\. The next move of acme to south does that first:\n {2}south: /,
    )
    await expectNothingChanged()
    await query(north.url("acme"), "insert into numbered (text) values ('meanwhile')")
    await south.stop()
    await south.start()
    write()
    await move("replication")
    expect(reported).toContain("Of an earlier move: the copy of acme on south is dropped.")
    await expectMoved()
    expect(await query(south.url("acme"), "select text from numbered where id > 103000")).toEqual([
      { text: "meanwhile" },
    ])
  })

  test("that was left in the middle of a dump by a killed process is put back by the next move.", async () => {
    await createCompany()
    // Ends soon after the process that started it.
    const programs = writePrograms(
      'for second in $(seq 100); do kill -0 "$PPID" 2>/dev/null && sleep 1; done',
    )
    const moving = spawn(
      process.execPath,
      ["--import", "tsx", "scripts/companies.ts", "move", "acme", "--to", "south"],
      { env: { ...process.env, COMPANIES_FILE: file, PG_BIN: programs } },
    )
    onTestFinished(() => void moving.kill("SIGKILL"))
    while (!(await listNames(south)).includes("acme")) await delay(20)
    expect(await listNames(north)).toEqual(["acme_moving", "acme_service_moving"])
    expect((await listCompanies(readCompanies(file, {}))).join("\n")).toMatch(
      /north: acme is being moved, or a move was broken off; it is called acme_moving\./,
    )
    await expect(move("dump")).rejects.toThrow("north: acme is being moved already.")
    moving.kill("SIGKILL")
    while (await isLocked()) await delay(20)
    await move("dump")
    expect(reported).toContain("Of an earlier move: acme on north is open.")
    await expectMoved()
  })

  test("is listed with where it is, what it holds and who is connected, beside a server that does not answer.", async () => {
    await createCompany("whole")
    write({ west: { url: "postgres://postgres@127.0.0.1:1/postgres" } })
    const content = JSON.parse(readFileSync(file, "utf8"))
    content.companies.beta = { server: "west", databases: { dashboard: "beta" } }
    writeFileSync(file, JSON.stringify(content))
    await query(north.url("acme"), "analyze")
    const client = new Client(north.url("acme"))
    await client.connect()
    const lines = await listCompanies(readCompanies(file, {}))
    await client.end()
    expect(lines[1]).toMatch(
      /^acme +north +acme +\d+ (kB|MB) +9,0\d\d, \d,000 in \w+ +dashboard 7, replica 6 +1 +\d{4}-/,
    )
    expect(lines[2]).toMatch(/^acme +north +acme_service +\d+ (kB|MB) +0, 0 in entry +none +0$/)
    expect(lines[3]).toMatch(
      /^beta +west +beta +cannot be reached: west: connect ECONNREFUSED 127\.0\.0\.1:1$/,
    )
    expect(await describeCompany(requireCompany(readCompanies(file, {}), "acme"))).toEqual([
      "acme is on north.",
      `DATABASE_URL=${north.url("acme").replace("postgres@", "acme_owner@")}`,
      `SERVICE_DATABASE_URL=${north.url("acme_service").replace("postgres@", "acme_owner@")}`,
    ])
  })

  test("cannot move where things are missing, and all of them are told at once.", async () => {
    await createCompany()
    await query(north.url("postgres"), "create role only_here")
    await query(north.url("acme"), "grant select on numbered to only_here")
    await query(south.url("postgres"), "create database acme_service")
    await expect(move("dump", { environment: { PG_BIN: folder } })).rejects.toThrow(
      /^acme cannot be moved:\n {2}south has a database acme_service already\..*\n {2}south lacks roles that own or use tables: only_here\..*\n {2}pg_dump and pg_restore of PostgreSQL \d+ or newer are needed here/,
    )
    await query(south.url("postgres"), "drop database acme_service")
    await query(north.url("acme"), "drop owned by only_here; drop role only_here")
    await expectNothingChanged()
  })

  test("on a server without wal_level = logical cannot move by replication.", async () => {
    await query(south.url("postgres"), "create database acme owner acme_owner")
    await query(south.url("postgres"), "create database acme_service owner acme_owner")
    const content = JSON.parse(readFileSync(file, "utf8"))
    content.companies.acme.server = "south"
    writeFileSync(file, JSON.stringify(content))
    await expect(move("replication", { to: "north" })).rejects.toThrow(
      "south has wal_level = replica, and replication needs logical: set it, restart that server, or move with --by dump.",
    )
  })
})

test.skipIf(isPossible)("Moves are not tested, because programs are missing.", () => {
  expect(sourceAtHand).toMatch(/pg_dump/)
})
