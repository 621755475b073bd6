import { randomUUID } from "node:crypto"
import { afterAll, expect, test } from "vitest"
import { catalogue, listOperations } from "../../../catalogue"
import { createLog } from "../../http/log"
import { personOf } from "../../testing/test-bff"
import { createCursorCipher } from "../cursor-cipher"
import { parseQuestion } from "../parse-question"
import { lifetimeOf } from "./answer-cache"
import { answerKey, digestKey } from "./answer-store"
import { createMemoryAnswers } from "./memory-answers"
import { createInFlightRequest, createReading } from "./reading"
import { createSharedAnswers, defaultTimes } from "./shared-answers"
import { openPostgres } from "./testing/open-keepers"

const keeper = await openPostgres()
afterAll(() => keeper.stop())

const clock = Date.now
const largestBytes = 1_000_000
const store = keeper.openStore()

function openReading() {
  const memory = createMemoryAnswers({ maxBytes: largestBytes, largestBytes })
  const isBehind = () => false
  const shared = createSharedAnswers({ store, clock, times: defaultTimes, largestBytes, isBehind })
  const log = createLog({ write: () => {} })
  const own = { live: () => Promise.reject(new Error("not asked")), inFlightRequests: new Map() }
  const trust = { epochOf: () => 0, isTrusted: () => true }
  return createReading({ ...own, ...trust, memory, shared, clock, log, lifetimeOf }, () => {})
}

function newQuestion() {
  const [operation] = listOperations(catalogue)
  if (!operation) throw new Error("There are no lists.")
  const cursors = createCursorCipher({ secret: randomUUID(), clock })
  const asked = { operation, raw: {}, search: `courseId=${randomUUID()}`, cursors }
  return parseQuestion({ ...asked, session: personOf("admin") })
}

test("who queues takes the answer that another instance has got meanwhile, and gives the place up", async () => {
  const question = newQuestion()
  const key = answerKey(question)
  const read = openReading()
  let reached = () => {}
  const queued = new Promise<void>((resolve) => {
    reached = resolve
  })
  let place: AbortSignal | undefined
  const flight = createInFlightRequest({
    lane: "person",
    live: ({ signal }) =>
      new Promise((_, reject) => {
        place = signal
        signal?.addEventListener("abort", () => reject(signal.reason))
        reached()
      }),
    work: (flight) => read({ question, key, lane: "person", refresh: false }, flight),
  })
  const answer = flight.join({ person: "one" })
  await queued
  const other = { key: digestKey(key), tag: question.operation.record, lane: "sync" } as const
  const claim = randomUUID()
  const { generation } = await store.open(other, { accept: "fresh", claim, claimMs: 3000 })
  const kept = { text: '{"data":[]}', asOf: 5, ...lifetimeOf(other.tag, clock()) }
  await store.put(other, kept, { generation, claim })
  expect(await answer).toMatchObject({ source: "cache", asOf: 5 })
  expect(place?.aborted).toBe(true)
})
