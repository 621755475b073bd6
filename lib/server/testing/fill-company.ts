import { guidOf } from "@/service/testing/small-data"
import { department } from "./access-rules"
import type { AskAsPerson, CompanyWorld } from "./company-world"

/** The data set in the small test data. */
const dataSetId = guidOf("dataSet")

const copied = [
  { operation: "departments", parameters: {} },
  { operation: "course-participations", parameters: {} },
  { operation: "data-points", parameters: { dataSetId } },
  { operation: "content-posts", parameters: { moduleId: guidOf("contentModule") } },
]

/** Departments for edits, unlike those of the small data. */
const departmentIds = ["one", "two", "three"].map((name) => guidOf(`department ${name}`))

const minutesMs = 60_000

async function waitFor<T>(read: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> {
  const until = Date.now() + minutesMs
  for (;;) {
    const value = await read()
    if (isReached(value)) return value
    if (Date.now() > until) throw new Error(`It stays ${JSON.stringify(value)}.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Creates what every reader of figures creates. Each text has `mark`. */
async function leaveTraces(ask: AskAsPerson, mark: string) {
  const report = `kpi:${dataSetId}`
  const save = async (name: string, role: string | null) =>
    (
      await ask("POST", "/api/views", {
        body: { report, name: `${name} ${mark}`, search: `note=${mark}`, role, pinned: true },
      })
    ).body.id as string
  const own = await save("Own", null)
  const shared = await save("Shared", "analyst")
  await ask("PUT", "/api/views/defaults", { body: { report, for: "me", view: own } })
  await ask("PUT", "/api/views/home", {
    body: {
      tiles: [
        { view: own, wide: true },
        { view: shared, wide: false },
      ],
    },
  })
  const days = { from: "2026-01-01", to: "2026-01-02" }
  for (const role of [null, "analyst"])
    await ask("POST", `/api/kpis/${dataSetId}/notes`, {
      body: { ...days, text: `By ${mark}`, role },
    })
  await ask("POST", "/api/recents", {
    body: {
      operation: "content-post",
      ids: [guidOf("contentModule"), guidOf("contentPost")],
      name: mark,
    },
  })
  return shared
}

/** Creates what an administrator creates besides. */
async function leaveChanges(ask: AskAsPerson, mark: string) {
  const patch = (value: string) => [{ op: "replace", path: "/city", value }]
  const [first, second, third] = departmentIds
  await ask("PATCH", `/api/v1.2/departments/${first}`, {
    body: patch(`By ${mark}`),
    headers: { "content-type": "application/json-patch+json" },
  })
  // The third item is refused and retried.
  const never = { op: "test", path: "/city", value: "never" }
  const items = [
    { recordId: second, patch: JSON.stringify(patch(`Also ${mark}`)) },
    { recordId: third, patch: JSON.stringify([never, ...patch(`Not ${mark}`)]) },
  ]
  const batches = "/api/departments/batches"
  const batch = (await ask("POST", batches, { body: { title: `All ${mark}`, items } })).body.id
  const isDone = () =>
    waitFor(
      async () => (await ask("GET", `${batches}/${batch}`)).body,
      ({ state }) => state === "done",
    )
  await isDone()
  await ask("PATCH", `${batches}/${batch}`, {
    body: { action: "retry", items: [{ recordId: third }] },
  })
  await isDone()
  await ask(
    "POST",
    "/api/workspace",
    {
      body: { parent: "", kind: "dataSet", entry: { id: dataSetId, name: `Points of ${mark}` } },
    },
    [200, 201, 204, 409],
  )
}

async function exportRows(ask: AskAsPerson, operation: string) {
  const { id } = (await ask("POST", "/api/exports", { body: { operation, format: "csv" } })).body
  await waitFor(
    async () =>
      (await ask("GET", "/api/exports")).body.exports.find((job: { id: string }) => job.id === id),
    (job) => job?.state === "done",
  )
  return id as string
}

async function copyLists(ask: AskAsPerson) {
  for (const list of copied) await ask("POST", "/api/sync", { body: { ...list, action: "start" } })
  await waitFor(
    async () => (await ask("GET", "/api/sync")).body.lists,
    (lists) =>
      lists.length >= copied.length &&
      lists.every((list: { isComplete: boolean; run: unknown }) => list.isComplete && !list.run),
  )
}

/** A person of the company, with their requests and a mark in the texts that they write. */
export interface FillingPerson {
  readonly ask: AskAsPerson
  readonly mark: string
}

/**
 * Fills every table that has personal data by requests of each person. The first person uploads the
 * names of users.
 */
export async function fillCompany(
  world: CompanyWorld,
  people: readonly FillingPerson[],
  names: string,
): Promise<void> {
  const [first] = people
  if (!first) throw new Error("Somebody has to fill it.")
  await world.service.store.loadRecords(
    "department",
    departmentIds.map((id) => ({
      scope: {},
      values: { ...department, id, managerUserId: guidOf("userId 0") },
    })),
  )
  const shared: string[] = []
  for (const { ask, mark } of people) {
    shared.push(await leaveTraces(ask, mark))
    await leaveChanges(ask, mark)
    await exportRows(ask, "departments")
    await exportRows(ask, "notification-channels")
  }
  for (const [at, { ask }] of people.entries())
    for (const view of shared.filter((_, owner) => owner !== at))
      await ask("PUT", "/api/views/hidden", { body: { view, hidden: true } })
  await first.ask("PUT", "/api/names/users", {
    body: names,
    headers: { "content-type": "text/csv" },
  })
  await copyLists(first.ask)
  // Cached responses that instances share.
  for (const { ask } of people)
    await ask("GET", "/api/v1.2/training/questions/participation?limit=3")
}

/** Signs people in at one instance. */
export async function signInAll(
  world: CompanyWorld,
  {
    secret,
    people,
  }: { readonly secret: string; readonly people: readonly { email: string; mark: string }[] },
  as: (cookie: string) => AskAsPerson,
): Promise<(FillingPerson & { readonly cookie: string })[]> {
  const signedIn: (FillingPerson & { readonly cookie: string })[] = []
  for (const { email, mark } of people) {
    const cookie = await world.signIn(email, { secret })
    signedIn.push({ cookie, mark, ask: as(cookie) })
  }
  return signedIn
}
