import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { IntlProvider } from "use-intl"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { catalogue, fieldsOf, findOperation, patchOperations, type Row } from "@/lib/catalogue"
import { messages } from "@/lib/client/messages/en"
import { type HookRun, openWindow, startHook } from "../../ui/testing/run-hook"
import { type Editor, useEditor } from "./use-editor"

const list = findOperation(catalogue, "departments")
if (list?.kind !== "list") throw new Error("The catalogue has no list of departments.")
const setup = {
  id: "1",
  list,
  person: "ada",
  mayWrite: true,
  links: {},
  patches: patchOperations(catalogue),
  fields: fieldsOf(catalogue, list),
}
const record: Row = { id: "1", name: "Oslo", city: "Oslo", zipCode: "1" }

/** A request that waits for its response. */
interface PendingRequest {
  readonly url: string
  readonly signal: AbortSignal | undefined
  readonly answer: (body: object) => void
}
let pending: PendingRequest[] = []
let runs: HookRun<Editor>[] = []
let container: Element

beforeEach(() => {
  container = openWindow()
  pending = []
  vi.stubGlobal("fetch", (url: string, { signal }: RequestInit) => {
    return new Promise<Response>((resolve) => {
      const answer = (body: object) => resolve(Response.json(body))
      pending.push({ url, signal: signal ?? undefined, answer })
    })
  })
})

afterEach(() => {
  for (const { leave } of runs) leave()
  runs = []
})

/** Waits for a request to a path and removes it from the pending ones. */
async function takeRequest(path: string): Promise<PendingRequest> {
  const isIts = ({ url }: PendingRequest) => url.startsWith(path)
  await expect.poll(() => pending.some(isIts)).toBe(true)
  const [taken] = pending.splice(pending.findIndex(isIts), 1)
  if (!taken) throw new Error(`Nothing was requested of ${path}.`)
  return taken
}

const takeReading = () => takeRequest("/api/v1.4/departments?")
const only = (row: Row) => ({ data: [row] })

/** Opens the page of a department with the given record, which its live read also returns. */
async function open(shown: Row = record) {
  const client = new QueryClient()
  const run = startHook(
    container,
    () => useEditor(setup, shown),
    (part) => (
      <QueryClientProvider client={client}>
        <IntlProvider locale="en" messages={messages} timeZone="UTC">
          {part}
        </IntlProvider>
      </QueryClientProvider>
    ),
  )
  runs.push(run)
  const reading = await takeReading()
  reading.answer(only(shown))
  await expect.poll(() => run.now().live.isSuccess).toBe(true)
  return { ...run, client }
}

/** Enters a value and waits until the page shows it. */
async function enter({ now }: HookRun<Editor>, field: string, value: string) {
  now().department.form.setValue(field, value)
  await expect.poll(() => now().department.values[field]).toBe(value)
}

async function save(run: HookRun<Editor>) {
  const { now } = run
  await enter(run, "city", "Mine")
  now().review.open()
  await expect.poll(() => now().review.proposal).toBeDefined()
  now().review.applied({ ...record, city: "Mine" }, "own")
  await expect.poll(() => now().saved.last).toBeDefined()
}

describe("a draft that conflicts with the department", () => {
  it("fills the form at once and is kept when the conflict dialog is closed", async () => {
    const before = await open()
    await enter(before, "city", "Mine")
    before.leave()

    const { now, leave } = await open({ ...record, city: "Theirs" })
    await expect.poll(() => now().draft.offer).toBeDefined()
    now().draft.resume()
    await expect.poll(() => now().merging.merges).toBeDefined()
    now().merging.close()
    await expect.poll(() => now().merging.merges).toBeUndefined()
    expect(now().department.changed).toEqual(["city"])
    expect(now().department.values).toMatchObject({ city: "Mine", zipCode: "1" })
    expect(now().news.kind).toBe("differs")
    leave()

    const after = await open({ ...record, city: "Theirs" })
    await expect.poll(() => after.now().draft.offer?.values["city"]).toBe("Mine")
  })
})

describe("comparing with the current department", () => {
  it("is aborted when its dialog is closed, and a late response is ignored", async () => {
    const run = await open()
    await enter(run, "city", "Mine")
    run.now().merging.compare()
    const closed = await takeReading()
    await expect.poll(() => run.now().merging.reading.isPending).toBe(true)
    run.now().merging.close()
    await enter(run, "city", "Mine, and more")
    closed.answer(only({ ...record, city: "Old" }))
    await expect.poll(() => run.client.isMutating()).toBe(0)

    run.now().merging.compare()
    const reading = await takeReading()
    reading.answer(only({ ...record, city: "New" }))
    await expect.poll(() => run.now().merging.reading.data).toMatchObject({ city: "New" })
    await expect.poll(() => run.now().merging.merges).toBeDefined()
    const shown = new Set(run.results.flatMap(({ merging }) => merging.merges ?? []))
    expect([...shown]).toMatchObject([{ mine: "Mine, and more", theirs: "New" }])
    expect(closed.signal?.aborted).toBe(true)
  })

  it("uses the form's values at the time of the response", async () => {
    const run = await open()
    await enter(run, "city", "Mine")
    run.now().merging.compare()
    const reading = await takeReading()
    await enter(run, "city", "Mine, and more")
    reading.answer(only({ ...record, city: "New" }))
    await expect
      .poll(() => run.now().merging.merges)
      .toMatchObject([{ mine: "Mine, and more", theirs: "New" }])
  })
})

describe("undoing a saved edit", () => {
  it("refers to the edit id that the server returned", async () => {
    const run = await open()
    await save(run)
    run.now().saved.undo()
    await expect.poll(() => run.now().review.proposal?.isUndo).toBe(true)
    expect(run.now().review.proposal?.change).toMatchObject({
      undoes: "own",
      before: { city: "Mine" },
      after: { city: "Oslo" },
    })
  })

  it("is not offered after further input", async () => {
    const run = await open()
    await save(run)
    await enter(run, "zipCode", "2")
    await expect.poll(() => run.now().saved.last).toBeUndefined()
  })

  it("keeps further input in the form", async () => {
    const run = await open()
    await save(run)
    run.now().saved.undo()
    await expect.poll(() => run.now().review.proposal?.isUndo).toBe(true)
    await enter(run, "zipCode", "2")
    run.now().review.applied(record, "undo")
    await expect.poll(() => run.now().review.proposal).toBeUndefined()
    expect(run.now().department.values).toMatchObject({ city: "Oslo", zipCode: "2" })
    expect(run.now().department.changed).toEqual(["zipCode"])
  })
})
