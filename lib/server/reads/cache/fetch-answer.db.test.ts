import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { catalogue, listOperations } from "../../../catalogue"
import { createLog } from "../../http/log"
import { personOf } from "../../testing/test-bff"
import { createCursorCipher } from "../cursor-cipher"
import { parseQuery } from "../operations"
import { answerKey, createAnswerMemory, createMemoryAnswers } from "./answer-cache"
import { createAnswerFetcher, digestKey } from "./fetch-answer"
import { createInFlightRequest } from "./in-flight-request"
import { lifetimeOf } from "./lifetimes"
import { createSharedAnswers, defaultTimes } from "./shared-answers"
import { openTestedStore } from "./testing/open-tested-store"

const server = await openTestedStore()
afterAll(() => server.stop())

const clock = Date.now
const maxAnswerBytes = 1_000_000
const store = server.openStore()

function openFetcher() {
  const answers = createMemoryAnswers({ maxBytes: maxAnswerBytes, maxAnswerBytes })
  const memory = createAnswerMemory(answers, { clock, isTrusted: () => true })
  const isPending = () => false
  const shared = createSharedAnswers({
    store,
    clock,
    times: defaultTimes,
    maxAnswerBytes,
    isPending,
  })
  const log = createLog({ write: () => {} })
  return createAnswerFetcher({ memory, shared, clock, log, lifetimeOf }, () => {})
}

function newQuery() {
  const [operation] = listOperations(catalogue)
  if (!operation) throw new Error("There are no lists.")
  const cursors = createCursorCipher({ secret: randomUUID(), clock })
  const search = `courseId=${randomUUID()}`
  return parseQuery({ operation, raw: {}, search, session: personOf("admin") }, cursors)
}

test("who queues takes the answer that another instance has got meanwhile, and leaves the queue", async () => {
  const query = newQuery()
  const key = answerKey(query)
  const fetchAnswer = openFetcher()
  let reached = () => {}
  const queued = new Promise<void>((resolve) => {
    reached = resolve
  })
  let call: AbortSignal | undefined
  const request = createInFlightRequest({
    priority: "person",
    live: ({ signal }) =>
      new Promise((_, reject) => {
        call = signal
        signal?.addEventListener("abort", () => reject(signal.reason))
        reached()
      }),
    work: (own) => fetchAnswer({ query, key, priority: "person", refresh: false }, own),
  })
  const answer = request.join({ person: "one" })
  await queued
  const other = { key: digestKey(key), tag: query.operation.record, priority: "sync" } as const
  const lease = randomUUID()
  const { version } = await store.open(other, { accept: "fresh", lease, leaseMs: 3000 })
  const stored = { body: Buffer.from('{"data":[]}'), asOf: 5, ...lifetimeOf(other.tag, clock()) }
  await store.put(other, stored, { version, lease })
  expect(await answer).toMatchObject({ source: "cache", asOf: 5 })
  expect(call?.aborted).toBe(true)
})
