import { setImmediate as turn } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { type LeasedWork, type LeaseRunner, startLeaseRunner } from "./leased-work"

const rule = { most: 4, lookMs: 3_600_000, leaseMs: 3_600_000 }

/** A question whose answer the test gives. */
interface Pending {
  readonly name: string
  answer(): void
}

/** One piece of work, leased for an hour, whose keeper decides at once and answers when the test says so. */
function openLease() {
  let isLeased = false
  const pending: Pending[] = []
  const begun: { signal: AbortSignal; end(): void }[] = []
  const answerLater = <T>(name: string, answer: T) =>
    new Promise<T>((resolve) => pending.push({ name, answer: () => resolve(answer) }))
  const work: LeasedWork<{ readonly id: string }> = {
    prepare: async () => {},
    claim() {
      const found = isLeased ? [] : [{ id: "one" }]
      isLeased = true
      return answerLater("claim", found)
    },
    renew: async (ids) => ids,
    work: (_, signal) => new Promise((resolve) => begun.push({ signal, end: resolve })),
    release() {
      isLeased = false
      return answerLater("release", undefined)
    },
    complain(error) {
      throw error
    },
  }
  return {
    ...{ work, begun },
    /** A person's wish takes the lease away. */
    free() {
      isLeased = false
    },
    /** Answers the oldest question of that name, once it is asked. */
    async answer(name: string) {
      await expect.poll(() => pending.map((each) => each.name)).toContain(name)
      const at = pending.findIndex((each) => each.name === name)
      pending.splice(at, 1)[0]?.answer()
      await turn()
    },
    async answerAll() {
      while (pending.length > 0) {
        pending.shift()?.answer()
        await turn()
      }
    },
  }
}

let runner: LeaseRunner
let lease: ReturnType<typeof openLease>
afterEach(async () => {
  const stopped = runner.stop()
  for (const { end } of lease.begun) end()
  await turn()
  await lease.answerAll()
  await stopped
})

test("work that is given back while what was stopped of it still ends goes on at once, also where its claim is answered before its release", async () => {
  lease = openLease()
  runner = startLeaseRunner(lease.work, rule)
  await lease.answer("claim")
  const [first] = lease.begun
  runner.drop("one")
  expect(first?.signal.aborted).toBe(true)
  lease.free()
  first?.end()
  await turn()
  runner.wake()
  await turn()
  await lease.answer("claim")
  await lease.answer("release")
  await lease.answerAll()
  await expect.poll(() => lease.begun).toHaveLength(2)
  expect(lease.begun[1]?.signal.aborted).toBe(false)
})
