import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { FoundNames } from "@/lib/contract"
import { createNameStore, describePerson } from "./names"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const named = (ids: readonly string[]): FoundNames => ({
  names: Object.fromEntries(ids.map((id) => [id, `Name of ${id}`])),
  known: 5,
})

function open(answer: (ids: readonly string[]) => FoundNames = named) {
  const lookUps: (readonly string[])[] = []
  const store = createNameStore(async (ids) => {
    lookUps.push(ids)
    return answer(ids)
  }, Date.now)
  return { store, lookUps }
}

test("ids that are read together are looked up in one batch, each once", async () => {
  const { store, lookUps } = open()
  for (const id of ["a", "b", "a"]) expect(store.read(id)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(20)
  expect(["a", "b"].map(store.read)).toEqual(["Name of a", "Name of b"])
  await vi.advanceTimersByTimeAsync(1000)
  expect(lookUps).toEqual([["a", "b"]])
})

test("the details of a name are available with it until the store is cleared", async () => {
  const { store } = open((ids) => ({
    ...named(ids),
    details: { a: { title: "Buyer", department: "Aarhus" } },
  }))
  for (const id of ["a", "b"]) store.read(id)
  await vi.advanceTimersByTimeAsync(20)
  expect(describePerson(store.detailsOf("a"))).toBe("Buyer, Aarhus")
  expect(describePerson(store.detailsOf("b"))).toBeUndefined()
  store.forget()
  expect(store.detailsOf("a")).toBeUndefined()
})

test("a look-up has at most 800 ids", async () => {
  const { store, lookUps } = open()
  for (let at = 0; at < 2500; at += 1) store.read(`${at}`)
  await vi.advanceTimersByTimeAsync(20)
  expect(lookUps.map((ids) => ids.length)).toEqual([800, 800, 800, 100])
})

test("listeners are notified when names arrive, and not after stopping", async () => {
  const { store } = open()
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  const before = store.version()
  store.read("a")
  await vi.advanceTimersByTimeAsync(20)
  expect(listener).toHaveBeenCalledOnce()
  expect(store.version()).toBeGreaterThan(before)
  stop()
  store.read("b")
  await vi.advanceTimersByTimeAsync(20)
  expect(listener).toHaveBeenCalledOnce()
})

test("an id without a name is looked up only once", async () => {
  const { store, lookUps } = open(() => ({ names: {}, known: 5 }))
  store.read("a")
  await vi.advanceTimersByTimeAsync(20)
  store.read("a")
  await vi.advanceTimersByTimeAsync(120_000)
  expect(lookUps).toHaveLength(1)
})

test.each([
  ["there are no names at all", () => ({ names: {}, known: 0 })],
  [
    "the look-up failed",
    () => {
      throw new Error("down")
    },
  ],
])("if %s, look-ups pause for a minute and then resume", async (_, answer) => {
  const { store, lookUps } = open(answer)
  store.read("a")
  await vi.advanceTimersByTimeAsync(20)
  for (const id of ["a", "b", "c"]) store.read(id)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(lookUps).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2000)
  store.read("a")
  await vi.advanceTimersByTimeAsync(20)
  expect(lookUps).toHaveLength(2)
})

test("after an upload all names are looked up again", async () => {
  const { store, lookUps } = open()
  store.read("a")
  await vi.advanceTimersByTimeAsync(20)
  store.forget()
  expect(store.read("a")).toBeUndefined()
  await vi.advanceTimersByTimeAsync(20)
  expect(lookUps).toHaveLength(2)
})
