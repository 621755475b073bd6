import { afterEach, expect, test, vi } from "vitest"
import { editDepartment } from "@/components/edits/department-change"
import { catalogue, patchOperations } from "@/lib/catalogue"
import { fetchPage } from "./answers"
import { api } from "./api"
import { noteShown, onShown, publishPerson, readShown, readSignInState } from "./page-person"

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
  const [operation] = patchOperations(catalogue)
  if (!operation) throw new Error("The catalogue changes nothing.")
  await api.delete("/api/sessions")
  await editDepartment({ operation, id: "1", text: "[]" })
  expect(sent).toEqual(["/api/sessions ada", expect.stringMatching(/departments\/1 ada$/)])
})

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
