import { createHash, randomUUID } from "node:crypto"
import { createAnswerStore, createKeyedDocuments, type Pool } from "@/lib/db"
import { type AnyAuditDetails, createAuditTable } from "@/lib/server/audit/table"
import { createEditBatches } from "@/lib/server/edits/batches/table"
import { createEditLog } from "@/lib/server/edits/table"
import { createExportJobs } from "@/lib/server/exports/table"
import { createRecents } from "@/lib/server/recents/table"
import { createSessionsTable } from "@/lib/server/sessions/table"
import { dayGuid } from "../day/day-plan"
import type { YearPlan } from "./year-plan"

const [minuteMs, hourMs] = [60_000, 3_600_000]
/** So many statements at once, as instances have connections. */
const atOnce = 4
/** Of the file of an export, and of a kept answer. */
const [fileBytes, answerBytes] = [20_000, 6_000]
/** Somebody leaves and somebody comes every so many days. */
const daysOfChange = 2

interface PeopleParts {
  readonly pool: Pool
  readonly plan: YearPlan
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Does all of it, some at once, in the order that they stand in. */
async function runSome(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  let next = 0
  const keepWorking = async () => {
    for (let own = work[next++]; own; own = work[next++]) await own()
  }
  await Promise.all(Array.from({ length: atOnce }, keepWorking))
}

const times = <Made>(count: number, make: (number: number) => Made) =>
  Array.from({ length: count }, (_, number) => make(number))

const patchOf = (number: number) =>
  JSON.stringify([
    { op: "test", path: "/name", value: `Department ${number}` },
    { op: "replace", path: "/name", value: `Department ${number + 1}` },
  ])

/** Edits through their log: intended, then concluded; one of 40 is unknown and found out. */
function createEditing({ pool, plan }: PeopleParts) {
  const log = createEditLog({ pool })
  const batches = createEditBatches({ pool })
  const holder = randomUUID()

  async function edit(person: string, number: number, batch?: string) {
    const recordId = dayGuid(31, number % 5000)
    const intent = { operation: "department", recordId, patch: patchOf(number), batch }
    const request = { personId: person, personName: person, requestId: randomUUID() }
    const id = await log.intend({ ...intent, ...request }, batch && holder)
    if (id === undefined) throw new Error("An edit was not taken.")
    const outcome = number % 40 === 0 ? "unknown" : number % 20 === 1 ? "refused" : "applied"
    await log.conclude(id, { outcome, status: outcome === "refused" ? 400 : 200 })
    if (outcome === "unknown") await log.resolve(id, "applied")
  }

  async function sendBatch(person: string, first: number) {
    const items = times(plan.editsOfABatch, (item) => {
      return { recordId: dayGuid(31, (first + item) % 5000), patch: patchOf(first + item) }
    })
    const made = { personId: person, personName: person, title: "Several departments", items }
    const id = await batches.create(made)
    if (id === undefined) throw new Error("A batch was not made.")
    return { id, person, first }
  }

  /** The day's batches, one after the other as an instance works on them. */
  async function workOnBatches(made: readonly Awaited<ReturnType<typeof sendBatch>>[]) {
    await batches.claim(holder, hourMs, made.length)
    for (const { id, person, first } of made) {
      for (let item = 0; item < plan.editsOfABatch; item += 1) await edit(person, first + item, id)
      if (!(await batches.end({ id, holder }))) throw new Error("A batch did not end.")
    }
  }
  return { edit, sendBatch, workOnBatches }
}

/** Exports through their jobs: a page is read, a file of one part made; each twentieth is left by its person. */
function createExporting({ pool, now }: PeopleParts) {
  const jobs = createExportJobs({ pool })
  const holder = randomUUID()
  const orderText = JSON.stringify({ operation: "data-points", format: "csv" })
  const bytes = Buffer.alloc(fileBytes, createHash("sha256").update("file").digest())
  const sha256 = createHash("sha256").update(bytes).digest("hex")
  const page = Buffer.from(JSON.stringify(times(50, (number) => ({ label: "x", value: number }))))

  async function make(person: string, number: number) {
    const job = await jobs.create({ person, orderText, place: "0", max: 100 })
    if (!job) throw new Error("An export was not taken.")
    if (number % 20 === 19)
      return void (await jobs.change(job.id, person, "cancelled", ["running"]))
    const claimed = await jobs.claim(holder, hourMs, 1)
    for (const { id } of claimed) await work(id)
  }
  async function work(id: string) {
    const [held, file] = [{ id, holder }, randomUUID()]
    const read = { from: "0", place: null, text: page, count: 50, calls: 1, readAt: now() }
    await jobs.keep(held, read)
    await jobs.keepPart(id, file, 0, bytes)
    const made = { file, parts: 1, bytes: bytes.length, sha256 }
    await jobs.end(held, { state: "done", calls: 0, made })
  }
  return { make, jobs }
}

/** What is written of a day beside edits: who signs in and out, what is refused, exported, fetched, looked up and begun. */
function listAudit(plan: YearPlan, random: (count: number) => number): AnyAuditDetails[] {
  const code = { code: "forbidden" }
  const part = (share: number) => Math.ceil(plan.people * share)
  const repeat = (count: number, event: () => AnyAuditDetails) => times(count, event)
  const fetched = { export: randomUUID(), operation: "data-points" }
  return [
    ...repeat(part(1), () => ({ kind: "signed_in", details: {} })),
    ...repeat(part(0.6), () => ({ kind: "signed_out", details: {} })),
    ...repeat(part(0.05), () => ({ kind: "sign_in_failed", details: { code: "access_denied" } })),
    ...repeat(part(0.1), () => ({ kind: "refused", details: code })),
    ...repeat(part(0.5), () => {
      return { kind: "names_looked_up", details: { requests: 1, count: 1 + random(50) } }
    }),
    ...repeat(plan.exports, () => ({
      kind: "export_made",
      details: { ...fetched, format: "csv" },
    })),
    ...repeat(plan.exports, () => ({ kind: "export_fetched", details: fetched })),
    ...repeat(plan.batches, () => {
      return { kind: "batch_begun", details: { batch: randomUUID(), count: plan.editsOfABatch } }
    }),
    { kind: "setting_changed", details: { setting: "editing", values: { mode: "patch" } } },
  ]
}

const twoHours = { freshMs: minuteMs, staleMs: hourMs, staleIfErrorMs: 2 * hourMs }

/** Answers that instances share, each asked for and then put; and documents that end. */
function createKept({ pool, now }: PeopleParts) {
  const store = createAnswerStore({ pool })
  const documents = createKeyedDocuments({ pool, set: "dashboard", schema: "dashboard" })
  const body = new Uint8Array(answerBytes).fill(120)
  return {
    async answer(key: string) {
      const address = { key, tag: "department", priority: "person" }
      const lease = randomUUID()
      const { version } = await store.open(address, { accept: "fresh", lease, leaseMs: 10_000 })
      await store.put(address, { body, asOf: now(), ...twoHours }, { version, lease })
    },
    document: (id: string) =>
      documents.put("known-list", id, { isThere: true }, { expiresInSeconds: 7 * 86_400 }),
  }
}

/** What people do in one day of a year, through the product's own tables. */
export function createYearPeople(parts: PeopleParts) {
  const { pool, plan } = parts
  const audit = createAuditTable({ pool })
  const sessions = createSessionsTable({ pool, absoluteSeconds: 8 * 3600, idleSeconds: 3600 })
  const recents = createRecents({ pool })
  const editing = createEditing(parts)
  const exporting = createExporting(parts)
  const kept = createKept(parts)
  const written = { edits: 0, exports: 0, audit: 0, sessions: 0, recents: 0, answers: 0 }
  let state = 1
  const random = (count: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % count
  }

  const personOf = (day: number, number: number) =>
    `person-${Math.floor(day / daysOfChange) + (number % plan.people)}`
  const known = (subject: string) => ({ subject, name: subject, email: `${subject}@firm.test` })

  async function note(day: number, event: AnyAuditDetails, number: number) {
    const given = { outcome: "done", about: null, roles: ["hr"], address: "192.0.2.7" } as const
    const from = { instance: "machine:1", requestId: randomUUID() }
    await audit.add({ ...event, ...given, ...from, person: known(personOf(day, number)) })
    written.audit += 1
  }

  async function signIn(person: string, number: number) {
    const id = randomUUID()
    const tokens = "t".repeat(1500)
    await sessions.create({ id, person, name: person, email: null, roles: ["hr"], tokens })
    await sessions.read(id, true)
    if (number % 5 < 3) await sessions.end(id)
    written.sessions += 1
  }

  async function open(person: string, number: number) {
    const ids = [dayGuid(32, random(100_000))]
    await recents.remember(person, { operation: "department", ids, name: `Record ${number}` })
    written.recents += 1
  }

  return {
    written,
    exporting,
    audit,
    /** One of some equal parts of a day. */
    async livePart(day: number, { part, parts: all }: { part: number; parts: number }) {
      const own = <Each>(each: readonly Each[]) => each.filter((_, number) => number % all === part)
      const first = day * (plan.edits + plan.batches * plan.editsOfABatch)
      const people = times(plan.people, (number) => number)
      const events = listAudit(plan, random)
      await runSome([
        ...own(people).map((number) => () => signIn(personOf(day, number), number)),
        ...own(people).flatMap((number) =>
          times(plan.recents, (nth) => () => open(personOf(day, number), nth)),
        ),
        ...own(times(plan.answers, (number) => number)).map(
          (number) => () => kept.answer(`answer ${day} ${number}`),
        ),
        ...own(people).map((number) => () => kept.document(`list ${day} ${number}`)),
        ...own(times(plan.edits, (number) => number)).map(
          (number) => () => editing.edit(personOf(day, number), first + number),
        ),
        ...own(times(plan.exports, (number) => number)).map(
          (number) => () => exporting.make(personOf(day, number), number),
        ),
        ...own(events).map((event, number) => () => note(day, event, number)),
      ])
      if (part === 0) {
        const batches = times(plan.batches, (batch) =>
          editing.sendBatch(personOf(day, batch), first + plan.edits + batch * plan.editsOfABatch),
        )
        await editing.workOnBatches(await Promise.all(batches))
        written.edits += plan.edits + plan.batches * plan.editsOfABatch
        written.exports += plan.exports
        written.answers += plan.answers
      }
    },
  }
}
