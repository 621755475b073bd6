import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { createGovernor, UpstreamError } from "../../../platform"
import { gateLog } from "../../../platform/governor/testing/gate-log"
import { openLogs } from "../../../platform/governor/testing/open-logs"
import type { Answer } from "../../http/answers"
import { type CallContext, createInFlightRequest, type InFlightRequest } from "./in-flight-request"

const answer: Answer = { text: "{}", source: "live", asOf: 0 }

/** A queue in which each person waits until the test sends or refuses their call. */
function createQueue() {
  const calls = new Map<string | undefined, { send(): void; refuse(error: unknown): void }>()
  const sent: (string | undefined)[] = []
  const live = ({ person, signal, onSent }: CallContext) =>
    new Promise<Answer>((resolve, reject) => {
      signal?.addEventListener("abort", () => {
        calls.delete(person)
        reject(signal.reason)
      })
      calls.set(person, {
        send() {
          onSent?.()
          sent.push(person)
          setTimeout(resolve, 20, answer)
        },
        refuse: reject,
      })
    })
  const start = () =>
    createInFlightRequest({
      priority: "person",
      live,
      work: (request: InFlightRequest) => request.callLive(),
    })
  return { start, sent, calls, waiting: () => [...calls.keys()] }
}

test("concurrent readers share one call on the first reader's quota", async () => {
  const { start, calls, waiting, sent } = createQueue()
  const request = start()
  const readers = ["a", "b", "c"].map((person) => request.join({ person }))
  await sleep(5)
  expect(waiting()).toEqual(["a"])
  calls.get("a")?.send()
  expect(await Promise.all(readers)).toEqual([answer, answer, answer])
  expect(sent).toEqual(["a"])
})

// rules: Turns
test("when one reader's call is sent first, the others leave the queue and share its response", async () => {
  const { start, calls, waiting, sent } = createQueue()
  const request = start()
  const readers = ["a", "b", "c", "d", "e"].map((person) => request.join({ person }))
  await expect.poll(waiting).toEqual(["a", "b", "c", "d"])
  calls.get("c")?.send()
  expect(waiting()).toEqual(["c"])
  expect(await Promise.all(readers)).toEqual([answer, answer, answer, answer, answer])
  expect(sent).toEqual(["c"])
})

test("if a reader's own queue is full, the next reader makes the call", async () => {
  const { start, calls, waiting } = createQueue()
  const request = start()
  const readers = ["a", "b"].map((person) => request.join({ person }))
  await sleep(5)
  calls.get("a")?.refuse(new UpstreamError("quota_exhausted"))
  await sleep(5)
  expect(waiting()).toContain("b")
  calls.get("b")?.send()
  expect(await Promise.all(readers)).toEqual([answer, answer])
})

test("a failed call fails for all who wait", async () => {
  const { start, calls } = createQueue()
  const request = start()
  const readers = ["a", "b"].map((person) => request.join({ person }).catch((error) => error.code))
  await sleep(5)
  calls.get("a")?.refuse(new UpstreamError("upstream_failed"))
  expect(await Promise.all(readers)).toEqual(["upstream_failed", "upstream_failed"])
})

test("a queued call that every reader left is cancelled, and a sent call continues for the one who stays", async () => {
  const { start, calls, waiting, sent } = createQueue()
  const leaving = new AbortController()
  const readerOf = (request: InFlightRequest, person: string) =>
    request.join({ person, signal: leaving.signal })
  const queued = start()
  const first = readerOf(queued, "a").catch(() => "left")
  await sleep(5)
  expect(waiting()).toEqual(["a"])
  const out = start()
  const second = readerOf(out, "b").catch(() => "left")
  await sleep(5)
  calls.get("b")?.send()
  const stays = out.join({ person: "c" })
  leaving.abort()
  expect(await Promise.all([first, second])).toEqual(["left", "left"])
  expect([queued.isWanted(), out.isWanted()]).toEqual([false, true])
  expect(await stays).toEqual(answer)
  expect([sent, waiting()]).toEqual([["b"], ["b"]])
})

test("if several readers' calls are admitted at once, one is used and the others return their quota", async () => {
  const server = await openLogs()
  const rule = { limit: 20, windowMs: 61_000, inFlightMs: 15_000 }
  const { gate, gated } = gateLog(server.open({ clientId: "flight", rule }))
  const governor = createGovernor({ log: gated, rule })
  gate.isShut = true
  const live = ({
    onSent,
    priority,
    person = "",
    signal = new AbortController().signal,
  }: CallContext) =>
    governor.run({ priority, person, signal }, async () => {
      onSent?.()
      return answer
    })
  const work = (request: InFlightRequest) => request.callLive()
  const request = createInFlightRequest({ priority: "person", live, work })
  const readers = ["a", "b", "c", "d"].map((person) => request.join({ person }))
  await expect.poll(async () => (await governor.read()).waiting.person).toBe(4)
  gate.isShut = false
  expect(await Promise.all(readers)).toEqual([answer, answer, answer, answer])
  await governor.close()
  expect((await governor.read()).used).toBe(1)
  await server.stop()
})
