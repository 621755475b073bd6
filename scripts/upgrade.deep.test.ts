import { execFileSync, fork, spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest"
import { openPool } from "@/lib/db"
import {
  type AskAsPerson,
  type CompanyWorld,
  createPerson,
  openCompanyWorld,
} from "@/lib/server/testing/company-world"
import { fillCompany } from "@/lib/server/testing/fill-company"
import { guidOf } from "@/service/testing/small-data"
import { root } from "./root"
import { dropDatabase } from "./testing/drop-database"

/** The version that companies come from: the last commit before databases were kept for a year. */
const before = "3b9f6450afd65ac7480b220d7010e91d9e25b67d"

const hasCommit =
  spawnSync("git", ["cat-file", "-e", `${before}^{commit}`], { cwd: root }).status === 0
if (!hasCommit) console.log(`The upgrade is not tested: this clone has no commit ${before}.`)

const secret = "a secret of at least thirty-two characters"
const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-upgrade-"))
const name = `upgrade_${randomUUID().slice(0, 8)}`
const administration = openPool(inject("databaseUrl"), { max: 1 })
const databaseUrl = new URL(inject("databaseUrl"))
databaseUrl.pathname = `/${name}`

interface Running {
  as(cookie: string): AskAsPerson
  stop(): Promise<void>
}

const running: Running[] = []
let world: CompanyWorld
let cookies: readonly string[]

/** Starts the backend of a tree as a process of its own. */
async function start(tree: string): Promise<Running> {
  const child = fork(join(root, "scripts/testing/serve-backend.ts"), {
    cwd: tree,
    execArgv: ["--conditions=react-server", "--import", "tsx"],
    env: { ...process.env, ...world.settingsOf({ secret }), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  })
  let faults = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    faults = (faults + text).slice(-2000)
  })
  const ended = once(child, "exit")
  const port = await Promise.race([
    once(child, "message").then(([told]) => told as number),
    ended.then(() => Promise.reject(new Error(`It ended: ${faults}`))),
  ])
  const send = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const instance = {
    as: (cookie: string) => createPerson(send, world.origin, cookie),
    async stop() {
      if (child.exitCode === null) child.kill("SIGTERM")
      await ended
    },
  }
  running.push(instance)
  return instance
}

const startOld = () => start(join(folder, "old"))
const startNew = () => start(root)

/** Rows of what people have written, as text. */
async function readWritten(): Promise<ReadonlySet<string>> {
  const pool = openPool(databaseUrl.href, { max: 1 })
  const columns = {
    saved_view: "id, report, owner, owner_name, name, search, role, pinned, changed_at",
    default_view: "report, holder_kind, holder, view",
    hidden_view: "person, view",
    chart_note: "id, data_set, from_day, text, owner, role, written_at",
    user_name: "id, name, department, email, title",
    workspace_edit: "place, hidden, name, unit, changed_by",
    edit: "id, intended_at, person_id, person_name, operation, record_id, patch, outcome, status",
    edit_batch: "id, title, state, person_id, undoes",
    edit_batch_item: "batch, place, record_id, patch, edit_id, actor_id",
    edit_batch_action: "id, batch, action, person_id",
    export_job: "id, person, order_text, state, rows, bytes, sha256",
  }
  try {
    const rows: string[] = []
    for (const [table, list] of Object.entries(columns)) {
      const text = `select '${table} ' || row(${list})::text as text from dashboard.${table}`
      rows.push(...(await pool.query<{ text: string }>(text)).rows.map((row) => row.text))
    }
    return new Set(rows)
  } finally {
    await pool.end()
  }
}

/** Everything that people see of what was written, the same at every instance. */
async function readEverything(ask: AskAsPerson) {
  const dataSet = guidOf("dataSet")
  const read = async (path: string) => (await ask("GET", path)).body
  const series = `/api/kpis/${dataSet}/series?measure=count&bucket=month`
  const { exports } = await read("/api/exports")
  return {
    session: (await read("/api/session")).session?.sub,
    views: (await read("/api/views/all")).views,
    pinned: (await read("/api/views/pinned")).views.map(({ name }: { name: string }) => name),
    notes: (await read(`/api/kpis/${dataSet}/notes`)).notes,
    recents: await read("/api/recents"),
    activity: await read("/api/activity"),
    names: await read("/api/names/users"),
    workspace: await read("/api/workspace/names"),
    copies: (await read("/api/sync")).lists.length,
    exports: exports.map(({ id, sha256 }: { id: string; sha256: string }) => `${id} ${sha256}`),
    file: await read(`/api/exports/${exports[0].id}/file`),
    rows: (await read("/api/v1.4/departments?limit=50")).data.length,
    series: (await read(series)).buckets,
  }
}

/** Writes a little of everything, under a mark. */
async function write(ask: AskAsPerson, mark: string) {
  const dataSet = guidOf("dataSet")
  const view = { report: "departments", name: `Departments ${mark}`, search: "", role: null }
  const saved = (await ask("POST", "/api/views", { body: view })).body
  await ask("PATCH", `/api/views/${saved.id}`, { body: { name: `${view.name}, renamed` } })
  const days = { from: "2026-01-03", to: "2026-01-04", role: null }
  await ask("POST", `/api/kpis/${dataSet}/notes`, { body: { ...days, text: mark } })
  await ask("PATCH", `/api/v1.2/departments/${guidOf("department one")}`, {
    body: [{ op: "replace", path: "/city", value: mark }],
    headers: { "content-type": "application/json-patch+json" },
  })
  const order = { operation: "notification-channels", format: "csv" }
  const { id } = (await ask("POST", "/api/exports", { body: order })).body
  const isDone = async () =>
    (await ask("GET", "/api/exports")).body.exports.find((job: { id: string }) => job.id === id)
      .state
  await expect.poll(isDone).toBe("done")
}

beforeAll(async () => {
  if (!hasCommit) return
  const archive = execFileSync(
    "git",
    ["archive", "--prefix=old/", before, "lib", "package.json", "tsconfig.json"],
    {
      cwd: root,
      maxBuffer: 1 << 30,
    },
  )
  execFileSync("tar", ["-x", "-C", folder], { input: archive })
  symlinkSync(join(root, "node_modules"), join(folder, "old", "node_modules"))
  await administration.query(`create database ${name}`)
  world = await openCompanyWorld({
    databaseUrl: databaseUrl.href,
    platformDatabaseUrl: inject("databaseUrl"),
  })
  const person = { name: "Ann Ager", roles: ["admin", "hr", "analyst"], title: "Everything" }
  world.identity.people.push(
    { ...person, id: guidOf("userId 0"), email: "ann@planted.test" },
    { ...person, id: guidOf("userId 1"), email: "bo@planted.test" },
  )
})
afterAll(async () => {
  for (const instance of running) await instance.stop()
  await world?.stop()
  if (hasCommit) await dropDatabase(administration, name)
  await administration.end()
  rmSync(folder, { recursive: true, force: true })
})

// Three starts of whole backends, each of them compiled as it starts.
const patienceMs = 300_000

describe.skipIf(!hasCommit)("An upgrade over data of the version before", () => {
  test(
    "goes on with both versions running, and back again, and loses nothing.",
    async () => {
      const old = await startOld()
      cookies = [
        await world.signIn("ann@planted.test", { secret }),
        await world.signIn("bo@planted.test", { secret }),
      ]
      const [ann = "", bo = ""] = cookies
      const people = [
        { ask: old.as(ann), mark: "Ann" },
        { ask: old.as(bo), mark: "Bo" },
      ]
      await fillCompany(world, people, `id,name\n${guidOf("userId 0")},Ann Ager\n`)
      const written = await readWritten()
      expect(written.size).toBeGreaterThan(30)

      const upgraded = await startNew()
      expect(await readEverything(upgraded.as(ann))).toEqual(await readEverything(old.as(ann)))
      for (const [instance, mark] of [
        [upgraded, "new"],
        [old, "old, beside the new"],
        [upgraded, "new, again"],
      ] as const)
        await write(instance.as(ann), mark)
      expect(await readEverything(upgraded.as(ann))).toEqual(await readEverything(old.as(ann)))
      expect(await readEverything(upgraded.as(bo))).toEqual(await readEverything(old.as(bo)))

      await old.stop()
      await write(upgraded.as(bo), "new alone")
      const shown = await readEverything(upgraded.as(bo))
      await upgraded.stop()

      const back = await startOld()
      expect(await readEverything(back.as(bo))).toEqual(shown)
      await write(back.as(bo), "old again")
      const now = await readWritten()
      expect([...written].filter((row) => !now.has(row))).toEqual([])
      console.log(
        `${written.size} rows of the version before are as they were, of ${now.size} now.`,
      )
    },
    patienceMs,
  )
})
