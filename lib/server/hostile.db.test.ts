import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { catalogue } from "../catalogue"
import { visibilityOf } from "../session"
import { createCursorCipher } from "./reads/cursor-cipher"
import { crossSiteForms } from "./testing/cross-site-forms"
import { hostileCursors } from "./testing/hostile-cursors"
import { hostileHeaders } from "./testing/hostile-headers"
import { hostilePaths } from "./testing/hostile-paths"
import { ownOrigin, type ScriptedBff, samplePath, startScriptedBff } from "./testing/test-bff"

let started: ScriptedBff
beforeAll(async () => {
  started = await startScriptedBff()
})
afterAll(() => started.stop())
afterEach(() => {
  const { platform } = started
  const calls = platform.reads.splice(0).length + platform.tokenRequests.splice(0).length
  expect(calls).toBe(0)
})

test("1,000 hostile paths are refused without a call", async () => {
  const paths = hostilePaths(1000)
  expect(new Set(paths).size).toBe(1000)
  const wrong: string[] = []
  for (const path of paths) {
    const answer = await started.ask(`/api${path}`, { session: admin })
    const { code } = answer.body
    if (!["unknown_path", "invalid_path", "method_not_allowed"].includes(code))
      wrong.push(`${answer.status} ${code} ${path.slice(0, 100)}`)
  }
  expect(wrong).toEqual([])
})

const list = "/v1.4/departments"
const admin = { sub: "admin", roles: ["admin"], expiresAt: Number.MAX_SAFE_INTEGER } as const
const scope = { path: list, visibility: visibilityOf(admin.roles), rows: "all" } as const

function encryptUnder(secret: string, now: number) {
  return createCursorCipher({ secret, clock: () => now })
}

// rules: A report page 3
test("500 forged cursors, and those of other lists, roles or keys, are refused without a call; old ones expire", async () => {
  const { now } = started.time
  const secret = "a planted secret of at least 32 characters"
  const page = { search: "limit=100&cursor=planted", isCopied: false }
  const own = encryptUnder(secret, now).encrypt(page, scope)
  const lists = catalogue.operations.filter(({ kind }) => kind === "list").map(samplePath)
  const foreign = [
    encryptUnder("another secret of at least 32 characters", now).encrypt(page, scope),
    encryptUnder(secret, now).encrypt(page, { ...scope, visibility: "kpis users" }),
    encryptUnder(secret, now).encrypt(page, { ...scope, path: "/v1.4/departments/" }),
    ...lists
      .filter((path) => path !== list)
      .map((path) => encryptUnder(secret, now).encrypt(page, { ...scope, path })),
  ]
  const codes: Record<string, number> = {}
  for (const cursor of hostileCursors(own, foreign, 500)) {
    const { body } = await started.ask(`${list}?cursor=${encodeURIComponent(cursor)}`)
    codes[body.code] = (codes[body.code] ?? 0) + 1
  }
  expect(codes).toEqual({ invalid_cursor: 500 })
  const old = encryptUnder(secret, now - 6 * 3_600_000).encrypt(page, scope)
  expect((await started.ask(`${list}?cursor=${old}`)).body.code).toBe("cursor_expired")
})

test.each(Object.entries(crossSiteForms))(
  "%s from another site reaches none of the 22 operations",
  async (_, { method, headers }) => {
    const refusals = ["cross_site", "method_not_allowed"]
    const wrong: string[] = []
    for (const operation of catalogue.operations) {
      const { body } = await started.ask(samplePath(operation), {
        method: method ?? operation.method,
        headers: new Headers(headers),
        body: new Blob(["[]"]).stream(),
      })
      if (!refusals.includes(body.code)) wrong.push(`${operation.id}: ${body.code}`)
    }
    expect(wrong).toEqual([])
  },
)

test("a PATCH with 300 header sets that no dashboard page sends is refused without a call", async () => {
  const [operation] = catalogue.operations.filter(({ kind }) => kind === "patch")
  if (!operation) throw new Error("There is nothing to change.")
  const own = {
    origin: ownOrigin,
    "x-requested-with": "dashboard",
    "content-type": "application/json",
  }
  const missing = Object.keys(own)
  const codes = new Set<string>()
  for (const [index, hostile] of hostileHeaders(300).entries()) {
    const headers = new Headers({ ...own, ...hostile })
    headers.delete(missing[index % 3] ?? "")
    const { body } = await started.ask(samplePath(operation), { method: "PATCH", headers })
    codes.add(body.code)
  }
  expect([...codes].toSorted()).toEqual(["cross_site", "unsupported_media_type"])
})
