import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { createGovernor, UpstreamError } from "../../../platform"
import { gateLog } from "../../../platform/governor/testing/gate-log"
import { openPostgres } from "../../../platform/governor/testing/open-logs"
import type { Answer } from "../../http/answers"
import type { Payment } from "./paid-call"
import { createInFlightRequest, type InFlightRequest } from "./reading"

const answer: Answer = { body: "{}", source: "live", asOf: 0 }

/** A queue in which each person waits until the test says that it is their turn. */
function createQueue() {
  const turns = new Map<string | undefined, { send(): void; refuse(error: unknown): void }>()
  const sent: (string | undefined)[] = []
  const live = ({ person, signal, onSent }: Payment) =>
    new Promise<Answer>((resolve, reject) => {
      signal?.addEventListener("abort", () => {
        turns.delete(person)
        reject(signal.reason)
      })
      turns.set(person, {
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
      lane: "person",
      live,
      work: (flight: InFlightRequest) => flight.callLive(),
    })
  return { start, sent, turns, waiting: () => [...turns.keys()] }
}

test("the first reader's turn pays for all", async () => {
  const { start, turns, waiting, sent } = createQueue()
  const flight = start()
  const readers = ["a", "b", "c"].map((person) => flight.join({ person }))
  await sleep(5)
  expect(waiting()).toEqual(["a"])
  turns.get("a")?.send()
  expect(await Promise.all(readers)).toEqual([answer, answer, answer])
  expect(sent).toEqual(["a"])
})

// rules: Turns
test("who queues is overtaken by a fellow reader whose turn comes first, and gives the place up", async () => {
  const { start, turns, waiting, sent } = createQueue()
  const flight = start()
  const readers = ["a", "b", "c", "d", "e"].map((person) => flight.join({ person }))
  await expect.poll(waiting).toEqual(["a", "b", "c", "d"])
  turns.get("c")?.send()
  expect(waiting()).toEqual(["c"])
  expect(await Promise.all(readers)).toEqual([answer, answer, answer, answer, answer])
  expect(sent).toEqual(["c"])
})

test("a payer whose own queue is full leaves the call to the next", async () => {
  const { start, turns, waiting } = createQueue()
  const flight = start()
  const readers = ["a", "b"].map((person) => flight.join({ person }))
  await sleep(5)
  turns.get("a")?.refuse(new UpstreamError("quota_exhausted"))
  await sleep(5)
  expect(waiting()).toContain("b")
  turns.get("b")?.send()
  expect(await Promise.all(readers)).toEqual([answer, answer])
})

test("a failed call fails for everybody who waits", async () => {
  const { start, turns } = createQueue()
  const flight = start()
  const readers = ["a", "b"].map((person) => flight.join({ person }).catch((error) => error.code))
  await sleep(5)
  turns.get("a")?.refuse(new UpstreamError("upstream_failed"))
  expect(await Promise.all(readers)).toEqual(["upstream_failed", "upstream_failed"])
})

test("once everybody has left, a call that waits is given up and one that is out goes on", async () => {
  const { start, turns, waiting, sent } = createQueue()
  const leaving = new AbortController()
  const readerOf = (flight: InFlightRequest, person: string) =>
    flight.join({ person, signal: leaving.signal })
  const queued = start()
  const first = readerOf(queued, "a").catch(() => "left")
  await sleep(5)
  expect(waiting()).toEqual(["a"])
  const out = start()
  const second = readerOf(out, "b").catch(() => "left")
  await sleep(5)
  turns.get("b")?.send()
  const stays = out.join({ person: "c" })
  leaving.abort()
  expect(await Promise.all([first, second])).toEqual(["left", "left"])
  expect([queued.isWanted(), out.isWanted()]).toEqual([false, true])
  expect(await stays).toEqual(answer)
  expect([sent, waiting()]).toEqual([["b"], ["b"]])
})

test("of several payers whose turns come at once one pays, and the others' calls are given back", async () => {
  const keeper = await openPostgres()
  const rule = { limit: 20, windowMs: 61_000, flightMs: 15_000 }
  const { gate, gated } = gateLog(keeper.open({ clientId: "flight", rule }))
  const governor = createGovernor({ log: gated, rule })
  gate.isShut = true
  const live = ({ onSent, lane, person = "", signal = new AbortController().signal }: Payment) =>
    governor.run({ lane, person, signal }, async () => {
      onSent?.()
      return answer
    })
  const work = (flight: InFlightRequest) => flight.callLive()
  const flight = createInFlightRequest({ lane: "person", live, work })
  const readers = ["a", "b", "c", "d"].map((person) => flight.join({ person }))
  await expect.poll(async () => (await governor.read()).waiting.person).toBe(4)
  gate.isShut = false
  expect(await Promise.all(readers)).toEqual([answer, answer, answer, answer])
  await governor.close()
  expect((await governor.read()).used).toBe(1)
  await keeper.stop()
})
