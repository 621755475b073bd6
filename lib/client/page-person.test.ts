import { afterEach, expect, test, vi } from "vitest"
import { sendEdit } from "@/components/edits/department-change"
import { api } from "./api"
import { publishPerson, readSignInState } from "./page-person"

afterEach(() => vi.unstubAllGlobals())

/**
 * Stubs a dashboard where this person, or nobody, is signed in. Returns the requests it received.
 */
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
])("the sign-in state of a page is %s", async (who, key) => {
  publishPerson("ada")
  signIn(key)
  expect(await readSignInState()).toBe(who)
})

test("the sign-in state is unknown without a response", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")))
  expect(await readSignInState()).toBe("unknown")
})

test("every change is sent with the key of the page's person", async () => {
  publishPerson("ada")
  const sent = signIn("ada")
  await api.delete("/api/sessions")
  await sendEdit({ id: "1" }, [], "key")
  expect(sent).toEqual(["/api/sessions ada", expect.stringMatching(/departments\/1\/edits ada$/)])
})
