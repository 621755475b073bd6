import { expect, test } from "vitest"
import { prepared } from "./prepared"

/** A keeper whose first preparations fail, and what was called. */
function openKeeper(failures: number) {
  const calls: string[] = []
  const server = {
    async prepare() {
      calls.push("prepare")
      if (calls.length <= failures) throw new Error("not yet")
    },
    async read(key: string) {
      calls.push(`read ${key}`)
      return key
    },
  }
  return { calls, kept: prepared(server) }
}

test("a keeper is prepared once, before whatever is asked of it first", async () => {
  const { calls, kept } = openKeeper(0)
  expect(calls).toEqual([])
  expect(await Promise.all([kept.read("a"), kept.read("b")])).toEqual(["a", "b"])
  expect(await kept.read("c")).toBe("c")
  expect(calls).toEqual(["prepare", "read a", "read b", "read c"])
})

test("where the preparation fails nothing is asked, and the next use prepares again", async () => {
  const { calls, kept } = openKeeper(1)
  await expect(kept.read("a")).rejects.toThrow("not yet")
  expect(await kept.read("b")).toBe("b")
  expect(calls).toEqual(["prepare", "prepare", "read b"])
})
