import { afterEach, expect, test, vi } from "vitest"
import { sendEdit } from "@/components/edits/department-change"
import { api } from "./api"
import { publishPerson, readSignInState } from "./page-person"

afterEach(() => vi.unstubAllGlobals())

/** A dashboard in which the person of this key is signed in, or nobody; it answers what it was sent. */
function signIn(key: string | undefined) {
  const sent: string[] = []
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Record<string, string> }) => {
    const requested = headers["x-person"]
    sent.push(`${url} ${requested}`)
    const isOver = key === undefined || (requested !== undefined && requested !== key)
    return isOver ? Response.json({}, { status: 401 }) : Response.json({ data: {} })
  })
  return sent
}

test.each([
  ["same", "ada"],
  ["other", "bob"],
  ["nobody", undefined],
])("a page of one person learns that %s is signed in", async (who, key) => {
  publishPerson("ada")
  signIn(key)
  expect(await readSignInState()).toBe(who)
})

test("nothing is known where no answer comes", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")))
  expect(await readSignInState()).toBe("unknown")
})

test("every change says whose page it comes from", async () => {
  publishPerson("ada")
  const sent = signIn("ada")
  await api.delete("/api/sessions")
  await sendEdit({ id: "1" }, [], "key")
  expect(sent).toEqual(["/api/sessions ada", expect.stringMatching(/departments\/1\/edits ada$/)])
})
