import { afterEach, expect, test, vi } from "vitest"
import { fetchPage } from "./fetcher"
import { noteShown, onShown, readShown } from "./shown-people"

afterEach(() => void vi.unstubAllGlobals())

test("what an answer says of whom it shows is kept for look-ups, once, and heard of", async () => {
  const heard = vi.fn()
  onShown(heard)
  const headers = { "x-shown-people": "sealed" }
  vi.stubGlobal("fetch", async () => Response.json({ data: [] }, { headers }))
  for (let times = 1; times <= 2; times += 1)
    expect((await fetchPage("/api/v1.4/departments")).shown).toBe("sealed")
  expect(readShown()).toEqual(["sealed"])
  expect(heard).toHaveBeenCalledOnce()
  for (const nothing of [undefined, null, ""]) noteShown(nothing)
  expect(readShown()).toEqual(["sealed"])
})

test("a look-up carries what the newest ten answers have said", () => {
  for (let at = 1; at <= 12; at += 1) noteShown(`answer ${at}`)
  expect(readShown()).toHaveLength(10)
  expect(readShown()[0]).toBe("answer 12")
})
