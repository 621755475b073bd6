import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { followSignOuts, forgetDrafts, mayKeepDrafts } from "./drafts"

const keys = {
  "draft department ada 1": "x",
  "departments.bulk ada": "x",
  "draft department adam 1": "x",
  theme: "dark",
}

/** A fake browser storage, whose keys are its own properties. */
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
  // Following sign-outs again allows drafts again.
  followSignOuts("")()
  vi.unstubAllGlobals()
})

// rules: Sessions 2
test("signing out removes the person's drafts from both stores, keeps all else and stops saving drafts", () => {
  const stop = followSignOuts("ada")
  expect(mayKeepDrafts()).toBe(true)
  forgetDrafts("ada")
  const others = ["draft department adam 1", "theme"]
  expect(left()).toEqual([others, others])
  expect(mayKeepDrafts()).toBe(false)
  stop()
})

test("a sign-out in another tab removes the drafts and leaves the page, but only for the same person", async () => {
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

test("the tab that signs out does not react to its own message", async () => {
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

test("a browser without storage causes no error", () => {
  vi.stubGlobal("window", {
    get localStorage() {
      throw new Error("No storage.")
    },
  })
  expect(() => forgetDrafts("ada")).not.toThrow()
})
