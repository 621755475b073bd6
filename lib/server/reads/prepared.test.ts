import { expect, test } from "vitest"
import { prepared } from "./prepared"

/** A service whose first preparations fail, and what was called. */
function openService(failures: number) {
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
  return { calls, service: prepared(server) }
}

test("a service is prepared once, before whatever is asked of it first", async () => {
  const { calls, service } = openService(0)
  expect(calls).toEqual([])
  expect(await Promise.all([service.read("a"), service.read("b")])).toEqual(["a", "b"])
  expect(await service.read("c")).toBe("c")
  expect(calls).toEqual(["prepare", "read a", "read b", "read c"])
})

test("where the preparation fails nothing is asked, and the next use prepares again", async () => {
  const { calls, service } = openService(1)
  await expect(service.read("a")).rejects.toThrow("not yet")
  expect(await service.read("b")).toBe("b")
  expect(calls).toEqual(["prepare", "prepare", "read b"])
})
