import { setImmediate as settle } from "node:timers/promises"
import { expect, test, vi } from "vitest"
import { createSlots, type SlotsRule } from "./slots"

/** Refuses at once and never rests. */
const quick = { refuseAfterMs: 0, restMs: 0 }

/** Slots whose work runs until the test ends it, and the order in which the work started. */
function open(rule: Pick<SlotsRule, "atOnce" | "each" | "underWay">) {
  const slots = createSlots({ ...quick, ...rule })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const failed = new Map<string, unknown>()
  const ask = (name: string, signal?: AbortSignal) => {
    const work = () =>
      new Promise<void>((resolve) => {
        begun.push(name)
        ends.set(name, resolve)
      })
    slots.run(name.charAt(0), work, signal).catch((error) => failed.set(name, error))
  }
  return {
    begun,
    failed,
    ask: async (...names: string[]) => {
      for (const name of names) ask(name)
      await settle()
    },
    askUntil: ask,
    end: async (name: string) => {
      ends.get(name)?.()
      await settle()
    },
  }
}

// rules: A report page 7
test("slots limit concurrent work per person and in total, and people take turns", async () => {
  const { begun, ask, end } = open({ atOnce: 3, each: 2, underWay: 9 })
  await ask("a1", "a2", "a3", "a4")
  expect(begun).toEqual(["a1", "a2"])
  await ask("b1", "b2", "c1")
  expect(begun).toEqual(["a1", "a2", "b1"])
  await end("a1")
  expect(begun.slice(3)).toEqual(["b2"])
  await end("a2")
  expect(begun.slice(4)).toEqual(["c1"])
  await end("b1")
  expect(begun.slice(5)).toEqual(["a3"])
})

// rules: A report page 7
test("a person with too much unfinished work is refused with a retry time, and others are not", async () => {
  const { begun, failed, ask, end } = open({ atOnce: 2, each: 1, underWay: 3 })
  await ask("a1", "a2", "a3", "a4", "a5", "b1")
  expect(begun).toEqual(["a1", "b1"])
  await vi.waitFor(() => expect(failed.size).toBe(2))
  const refusal = { code: "too_many_requests", parts: { retryAfter: 2 } }
  expect([...failed]).toMatchObject([
    ["a4", refusal],
    ["a5", refusal],
  ])
  await end("a1")
  await ask("a6")
  for (const name of ["a2", "a3", "a6"]) await end(name)
  expect(begun).toEqual(["a1", "b1", "a2", "a3", "a6"])
})

test("a slot rests after its work before the person's next work starts", async () => {
  vi.useFakeTimers()
  const slots = createSlots({ atOnce: 2, each: 1, underWay: 9, refuseAfterMs: 0, restMs: 50 })
  const begun: string[] = []
  for (const name of ["a1", "a2", "b1"])
    void slots.run(name.charAt(0), async () => begun.push(name))
  await vi.advanceTimersByTimeAsync(49)
  expect(begun).toEqual(["a1", "b1"])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(["a1", "b1", "a2"])
  vi.useRealTimers()
})

test("a refusal is delayed, and an aborted request stops waiting for it", async () => {
  const slots = createSlots({ atOnce: 1, each: 1, underWay: 1, refuseAfterMs: 1e9, restMs: 0 })
  const end = await slots.hold("a", async (own) => own)
  const gone = new AbortController()
  const refused = slots.run("a", async () => {}, gone.signal)
  await settle()
  end()
  expect(await slots.run("a", async () => "next")).toBe("next")
  gone.abort()
  await expect(refused).rejects.toThrow("abort")
})

test("aborted work leaves the queue, and failed work frees its slot", async () => {
  const { begun, failed, ask, askUntil, end } = open({ atOnce: 1, each: 1, underWay: 2 })
  const gone = new AbortController()
  await ask("a1")
  askUntil("a2", gone.signal)
  await ask("b1")
  gone.abort(new Error("gone"))
  await ask("a3")
  expect([...failed.keys()]).toEqual(["a2"])
  askUntil("b2", AbortSignal.abort())
  await end("a1")
  await end("b1")
  expect(begun).toEqual(["a1", "b1", "a3"])
  const slots = createSlots({ ...quick, atOnce: 1, each: 1, underWay: 1 })
  await expect(slots.run("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed")
  expect(await slots.run("a", async () => "next")).toBe("next")
})

test("a held slot is freed once, by its end, its failure or its signal", async () => {
  const slots = createSlots({ ...quick, atOnce: 1, each: 1, underWay: 2 })
  const hold = (signal?: AbortSignal) => slots.hold("a", async (end) => end, signal)
  const end = await hold()
  end()
  end()
  const gone = new AbortController()
  await hold(gone.signal)
  const begun: string[] = []
  const next = slots.run("b", async () => begun.push("b"))
  await settle()
  expect(begun).toEqual([])
  gone.abort()
  await next
  expect(begun).toEqual(["b"])
  await expect(slots.hold("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed")
  expect(await slots.run("a", async () => "next")).toBe("next")
})
