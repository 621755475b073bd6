import { afterEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { createPersonalValue } from "./session-value"

/** The session storage of a tab, which survives a reload. */
function openTab(texts: Record<string, string> = {}) {
  const stored = new Map(Object.entries(texts))
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
      removeItem: (name: string) => stored.delete(name),
    },
  })
}

/** The values of a newly loaded page. */
const load = () => createPersonalValue("selection", z.array(z.string()), [])
const one = createPersonalValue("v", z.number(), 0)

afterEach(() => vi.unstubAllGlobals())

test("a value survives a reload", () => {
  openTab()
  const before = load()("ada")
  expect(before.read()).toEqual([])
  before.write(["b", "a"])
  expect(before.read()).toEqual(["b", "a"])
  expect(load()("ada").read()).toEqual(["b", "a"])
})

test("each person in a tab has separate values", () => {
  openTab()
  const values = load()
  values("ada").write(["a"])
  expect(values("bo").read()).toEqual([])
  values("bo").write(["b"])
  const after = load()
  expect(after("ada").read()).toEqual(["a"])
  expect(after("bo").read()).toEqual(["b"])
})

test.each(["{", "null", '{"a":1}', "[1]"])("%s in the storage is read as the default", (text) => {
  openTab({ "selection ada": text })
  expect(load()("ada").read()).toEqual([])
})

test("subscribers are notified of changes until they unsubscribe", () => {
  openTab()
  const value = one("ada")
  const heard: number[] = []
  const leave = value.subscribe(() => heard.push(value.read()))
  value.write(1)
  leave()
  value.write(2)
  expect(heard).toEqual([1])
})

test("a value that does not fit into the storage removes the old one", () => {
  openTab()
  const before = load()("ada")
  before.write(["old"])
  vi.spyOn(window.sessionStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError")
  })
  before.write(["new"])
  expect(before.read()).toEqual(["new"])
  expect(load()("ada").read()).toEqual([])
})

test("a full storage keeps the value in memory", () => {
  openTab()
  vi.spyOn(window.sessionStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError")
  })
  const value = one("bo")
  value.write(1)
  expect(value.read()).toBe(1)
})
