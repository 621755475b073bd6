import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { followSignOuts, forgetDrafts, mayKeepDrafts } from "./drafts"

const keys = {
  "draft department ada 1": "x",
  "departments.bulk ada": "x",
  "draft department adam 1": "x",
  theme: "dark",
}

/** A store of the browser's, whose keys are its own properties. */
const createStore = () =>
  Object.defineProperty({ ...keys } as Record<string, unknown>, "removeItem", {
    value(this: Record<string, unknown>, key: string) {
      delete this[key]
    },
  })

const stores = { localStorage: createStore(), sessionStorage: createStore() }
const left = () => Object.values(stores).map((store) => Object.keys(store))

beforeEach(() => {
  Object.assign(stores, { localStorage: createStore(), sessionStorage: createStore() })
  vi.stubGlobal("window", stores)
})
afterEach(() => vi.unstubAllGlobals())

// rules: Sessions 2
test("what a person entered is forgotten in both stores when they sign out, what is another's or nobody's stays, and nothing is added", () => {
  const stop = followSignOuts("ada")
  expect(mayKeepDrafts()).toBe(true)
  forgetDrafts("ada")
  const others = ["draft department adam 1", "theme"]
  expect(left()).toEqual([others, others])
  expect(mayKeepDrafts()).toBe(false)
  stop()
})

test("another tab of the person forgets too, and one of somebody else does not", async () => {
  const stop = followSignOuts("ada")
  const channel = new BroadcastChannel("drafts")
  channel.postMessage("adam")
  channel.postMessage("ada")
  await expect.poll(mayKeepDrafts).toBe(false)
  expect(left()[0]).toEqual(["draft department adam 1", "theme"])
  channel.close()
  stop()
})

test("a browser that keeps nothing costs nothing", () => {
  vi.stubGlobal("window", {
    get localStorage() {
      throw new Error("No storage.")
    },
  })
  expect(() => forgetDrafts("ada")).not.toThrow()
})
