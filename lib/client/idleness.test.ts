import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { api } from "./api"
import { watchTouches, whenTouched } from "./idleness"

const page = new EventTarget()
let now = 0
const sent: (string | undefined)[] = []

beforeEach(() => {
  now += 3_600_000
  sent.length = 0
  vi.stubGlobal("window", page)
  vi.spyOn(performance, "now").mockImplementation(() => now)
  vi.stubGlobal("fetch", async (_: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers["x-idle"])
    return Response.json({})
  })
  watchTouches()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const ask = () => api.get("/api/exports").catch(() => undefined)

test("requests have the x-idle header after a minute without user input", async () => {
  page.dispatchEvent(new Event("keydown"))
  await ask()
  now += 59_000
  await ask()
  now += 2_000
  await ask()
  page.dispatchEvent(new Event("pointermove"))
  await ask()
  expect(sent).toEqual([undefined, undefined, "1", undefined])
})

test("a callback runs once at the next user input, unless it is cancelled", () => {
  const done: string[] = []
  whenTouched(() => done.push("first"))
  whenTouched(() => done.push("second"))()
  expect(done).toEqual([])
  page.dispatchEvent(new Event("focus"))
  page.dispatchEvent(new Event("focus"))
  whenTouched(() => done.push("third"))
  expect(done).toEqual(["first", "third"])
})
