import { setImmediate as turn } from "node:timers/promises"
import { afterEach, expect, test } from "vitest"
import { type LeasedWork, type LeaseRunner, startLeaseRunner } from "./leased-work"

const fault = new Error("The database is gone.")
const rule = { max: 4, pollMs: 3_600_000, leaseMs: 3_600_000 }

/** A pending call that the test resolves. */
interface Pending {
  readonly name: string
  answer(): void
}

/**
 * One piece of work, leased for an hour. Its store decides at once and responds when the test says
 * so.
 */
function openLease() {
  let isLeased = false
  let isBroken = false
  const complaints: unknown[] = []
  const pending: Pending[] = []
  const begun: { signal: AbortSignal; end(): void; fail(error: Error): void }[] = []
  const answerLater = <T>(name: string, answer: T) =>
    new Promise<T>((resolve) => pending.push({ name, answer: () => resolve(answer) }))
  const work: LeasedWork<{ readonly id: string }> = {
    claim() {
      const found = isLeased ? [] : [{ id: "one" }]
      isLeased = true
      return answerLater("claim", found)
    },
    renew: async (ids) => ids,
    work: (_, signal) => new Promise((end, fail) => begun.push({ signal, end, fail })),
    async release() {
      if (isBroken) throw fault
      isLeased = false
      return answerLater("release", undefined)
    },
    complain: (error) => void complaints.push(error),
  }
  return {
    work,
    begun,
    complaints,
    requested: () => pending.map((each) => each.name),
    /** Makes every release fail, or none. */
    break(broken: boolean) {
      isBroken = broken
    },
    /** Frees the lease, as a person's request does. */
    free() {
      isLeased = false
    },
    /** Waits for a call of that name and resolves the oldest one. */
    async answer(name: string) {
      await expect.poll(this.requested).toContain(name)
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

test("work claimed again while its stopped run ends restarts at once, even if the claim precedes the release", async () => {
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
  expect(lease.complaints).toEqual([])
})

test("failed work is reported, and its lease is released at the next poll", async () => {
  lease = openLease()
  runner = startLeaseRunner(lease.work, rule)
  await lease.answer("claim")
  lease.begun[0]?.fail(fault)
  await turn()
  expect([lease.complaints, lease.requested()]).toEqual([[fault], []])
  runner.wake()
  await lease.answer("release")
  await lease.answer("claim")
  await expect.poll(() => lease.begun).toHaveLength(2)
})

test("a lease whose release fails is released at the next poll that succeeds", async () => {
  lease = openLease()
  runner = startLeaseRunner(lease.work, rule)
  await lease.answer("claim")
  lease.break(true)
  lease.begun[0]?.end()
  await turn()
  runner.wake()
  await turn()
  expect([lease.complaints, lease.requested()]).toEqual([[fault, fault], ["claim"]])
  await lease.answer("claim")
  lease.break(false)
  runner.wake()
  await lease.answer("release")
  await lease.answer("claim")
  await expect.poll(() => lease.begun).toHaveLength(2)
})
