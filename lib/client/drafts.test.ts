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
afterEach(() => {
  // Whoever follows sign-outs again may keep drafts again.
  followSignOuts("")()
  vi.unstubAllGlobals()
})

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

test("another tab of the person forgets too and is left, and one of somebody else is not", async () => {
  const onSignOut = vi.fn()
  const stop = followSignOuts("ada", onSignOut)
  const channel = new BroadcastChannel("drafts")
  channel.postMessage("adam")
  channel.postMessage("ada")
  await expect.poll(mayKeepDrafts).toBe(false)
  expect(onSignOut).toHaveBeenCalledTimes(1)
  expect(left()[0]).toEqual(["draft department adam 1", "theme"])
  channel.close()
  stop()
})

test("the tab that signs out is not left a second time", async () => {
  const onSignOut = vi.fn()
  const stop = followSignOuts("ada", onSignOut)
  const heard = vi.fn()
  const channel = new BroadcastChannel("drafts")
  channel.onmessage = heard
  forgetDrafts("ada")
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  expect(onSignOut).not.toHaveBeenCalled()
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
