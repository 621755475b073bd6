import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { catalogue, findOperation, type ListOperation, type PatchOperation } from "../catalogue"
import type { Ticket } from "./governor/governor"
import { type ListPosition, type PlatformPage, readPages } from "./list-reader"
import {
  answerJson,
  holdBack,
  numberedTokens,
  type Script,
  type ScriptedPlatform,
  startScriptedPlatform,
} from "./testing/scripted-platform"
import { createUpstream, type ReadOperation, type Upstream, type UpstreamRead } from "./upstream"
import { UpstreamError } from "./upstream-error"

let platform: ScriptedPlatform
let paid: Ticket[]
let pauses: number[]

beforeEach(async () => {
  platform = await startScriptedPlatform()
  paid = []
  pauses = []
})
afterEach(() => platform.stop())

const config = () => ({
  apiUrl: platform.apiUrl,
  tokenUrl: platform.tokenUrl,
  clientId: "client",
  clientSecret: "secret",
  scopePrefix: "svc.api",
})

interface Setting {
  readonly breakerOpenMs?: number
  readonly paysFor?: number
  readonly awaitSlot?: (ticket: Ticket) => Promise<void>
  readonly clock?: () => number
  readonly pause?: (ms: number) => Promise<void>
}

/** Records the paid calls, and refuses more than `paysFor`. */
const create = ({
  breakerOpenMs = 10_000,
  paysFor = Number.POSITIVE_INFINITY,
  awaitSlot = async () => {},
  clock = Date.now,
  pause = async (ms) => void pauses.push(ms),
}: Setting = {}) =>
  createUpstream({
    catalogue,
    config: config(),
    clock,
    governor: {
      async run({ confirm, ...ticket }, call) {
        if (paid.length >= paysFor) throw new UpstreamError("quota_exhausted", { retryAfter: 7 })
        await awaitSlot(ticket)
        confirm?.()
        paid.push(ticket)
        return call(() => {})
      },
      pause,
    },
    retries: { retries: 2, pauseMs: 1, withinMs: 5_000 },
    breaker: { failures: 5, openMs: breakerOpenMs },
  })

const ticket = { priority: "person", person: "person-1" } as const
const read = (more: Partial<UpstreamRead> = {}): UpstreamRead => ({
  operation: findOperation(catalogue, "departments") as ReadOperation,
  parameters: {},
  scope: "all",
  search: new URLSearchParams(),
  following: false,
  requestId: "request-1",
  ticket,
  ...more,
})
const edit = {
  operation: findOperation(catalogue, "update-department") as PatchOperation,
  parameters: { departmentId: "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d" },
  body: '[ {"op":"replace","path":"/name","value":"\\u00e9é"} ]',
  requestId: "request-1",
  ticket,
}

/** Runs the scripts in order, and the last one for all further requests. */
function inOrder(...scripts: Script[]): Script {
  let count = 0
  return (response, arrival) => {
    const script = scripts[Math.min(count, scripts.length - 1)]
    count += 1
    script?.(response, arrival)
  }
}
const empty = answerJson({ count: 0, data: [] })
const reset: Script = (response) => response.destroy()
const html: Script = (response) => response.end("<html></html>")

describe("A read", () => {
  test.each<[string, Script]>([
    ["a reset", reset],
    ["502", answerJson({}, 502)],
    ["503", answerJson({}, 503)],
  ])("that meets %s is retried, and each try and the token request use quota", async (_, fault) => {
    platform.onRead = inOrder(fault, fault, empty)
    await create().read(read())
    expect(platform.reads).toHaveLength(3)
    expect(paid).toEqual([{ priority: "person" }, ticket, ticket, ticket])
  })

  test("is tried at most three times", async () => {
    platform.onRead = reset
    await expect(create().read(read())).rejects.toMatchObject({ code: "upstream_unreachable" })
    expect(platform.reads).toHaveLength(3)
  })

  test.each<[string, Script]>([
    ["HTML", html],
    ["404", answerJson({}, 404)],
    ["403", answerJson({}, 403)],
    ["400", answerJson({}, 400)],
  ])("that meets %s is not retried", async (_, fault) => {
    platform.onRead = fault
    await expect(create().read(read())).rejects.toBeInstanceOf(UpstreamError)
    expect(platform.reads).toHaveLength(1)
  })

  test("without quota is not sent", async () => {
    const upstream = create({ paysFor: 1 })
    await expect(upstream.read(read())).rejects.toMatchObject({ code: "quota_exhausted" })
    expect(platform.reads).toHaveLength(0)
  })

  // rules: Rate limit 4
  test.each<[string, Record<string, string>, number]>([
    ["seconds", { "retry-after": "12" }, 12_000],
    ["nothing", {}, 45_000],
  ])("that meets 429 with %s pauses the whole client", async (_, headers, ms) => {
    platform.onRead = inOrder(answerJson({}, 429, headers), empty)
    await create().read(read())
    expect(pauses).toEqual([ms])
  })

  test("that meets 429 reports it even if the pause cannot be saved", async () => {
    platform.onRead = answerJson({}, 429)
    const upstream = create({ pause: () => Promise.reject(new Error("The log is down.")) })
    await expect(upstream.read(read())).rejects.toMatchObject({ code: "upstream_rate_limited" })
  })

  // rules: Rate limit 4
  test("that meets 503 with Retry-After pauses the whole client for that time", async () => {
    platform.onRead = inOrder(answerJson({}, 503, { "retry-after": "3" }), empty)
    await create().read(read())
    expect(pauses).toEqual([3_000])
  })
})

describe("The breaker", () => {
  test("stops all calls after five consecutive failures, and reports for how long", async () => {
    platform.onRead = reset
    const upstream = create()
    for (let count = 0; count < 10; count += 1) await upstream.read(read()).catch(() => {})
    expect(platform.reads).toHaveLength(5)
    expect(upstream.isDown).toBe(true)
    await expect(upstream.read(read())).rejects.toMatchObject({
      code: "upstream_unavailable",
      retryAfter: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 10),
    })
  })

  test("allows one trial call after a while, and all calls once it succeeds", async () => {
    platform.onRead = reset
    const upstream = create({ breakerOpenMs: 20 })
    for (let count = 0; count < 3; count += 1) await upstream.read(read()).catch(() => {})
    platform.onRead = empty
    await expect
      .poll(() =>
        upstream.read(read()).then(
          () => "read",
          () => "refused",
        ),
      )
      .toBe("read")
    expect(upstream.isDown).toBe(false)
  })

  /** Opens the breaker with enough failures; it allows a trial call at once. */
  async function breakNow(setting: Setting = {}) {
    const upstream = create({ breakerOpenMs: 0, ...setting })
    platform.onRead = reset
    for (let count = 0; count < 2; count += 1) await upstream.read(read()).catch(() => {})
    expect(upstream.isDown).toBe(true)
    platform.onRead = empty
    return upstream
  }
  const inBackground = () => read({ ticket: { priority: "sync" } })

  test("is not blocked by a call that waits for its slot", async () => {
    let comeOn = () => {}
    const slot = new Promise<void>((resolve) => {
      comeOn = resolve
    })
    let waiting = 0
    const upstream = await breakNow({
      async awaitSlot({ priority }) {
        if (priority !== "sync") return
        waiting += 1
        await slot
      },
    })
    const queued = upstream.read(inBackground())
    await expect.poll(() => waiting).toBe(1)
    await upstream.read(read())
    expect(upstream.isDown).toBe(false)
    comeOn()
    await queued
  })

  test("refuses other calls for a second during a trial call", async () => {
    const upstream = await breakNow()
    const { script, release } = holdBack(empty)
    platform.onRead = script
    platform.reads.length = 0
    const trying = upstream.read(read())
    await expect.poll(() => platform.reads).toHaveLength(1)
    const other = upstream.read(read())
    const refusal = { code: "upstream_unavailable", retryAfter: 1, sent: false }
    await expect(other).rejects.toMatchObject(refusal)
    release()
    await trying
    await upstream.read(read())
    expect(platform.reads).toHaveLength(2)
  })

  test("stays open if the trial call gets no slot", async () => {
    const upstream = await breakNow({
      async awaitSlot({ priority }) {
        if (priority === "sync") throw new UpstreamError("quota_exhausted", { sent: false })
      },
    })
    const refused = upstream.read(inBackground())
    await expect(refused).rejects.toMatchObject({ code: "quota_exhausted" })
    expect(upstream.isDown).toBe(true)
  })

  test("does not count 404 responses as failures", async () => {
    platform.onRead = answerJson({}, 404)
    const upstream = create()
    for (let count = 0; count < 8; count += 1) await upstream.read(read()).catch(() => {})
    expect(platform.reads).toHaveLength(8)
  })
})

const department = { data: { id: edit.parameters.departmentId, name: "éé" } }

describe("A call whose wait outlasts its token", () => {
  const calls = [
    ["read", (upstream: Upstream) => upstream.read(read()), empty],
    ["change", (upstream: Upstream) => upstream.edit(edit), answerJson(department)],
  ] as const
  /** Each of the first `longWaits` waits for a slot takes as long as a token is valid. */
  function createSlow(longWaits: number) {
    let [now, waits] = [0, 0]
    platform.onToken = numberedTokens(60)
    return create({
      clock: () => now,
      async awaitSlot({ person }) {
        if (!person) return
        waits += 1
        if (waits <= longWaits) now += 60_000
      },
    })
  }
  const token = { priority: "person" }

  test.each(calls)(
    "waits once more and is sent with a new token: a %s",
    async (_, call, answer) => {
      platform.onRead = answer
      await call(createSlow(1))
      const authorization = "Bearer token-2"
      expect(platform.reads).toMatchObject([{ headers: { authorization } }])
      expect(paid).toEqual([token, token, ticket])
    },
  )

  test.each(calls)("does not wait a third time: a %s", async (_, call, answer) => {
    platform.onRead = answer
    await call(createSlow(2))
    expect(platform.reads).toHaveLength(1)
    expect(paid).toEqual([token, token, ticket])
  })
})

describe("A change", () => {
  // rules: Department PATCH (RFC 6902) 11
  test("is sent once, byte for byte, as JSON Patch", async () => {
    platform.onRead = answerJson(department)
    expect(await create().edit(edit)).toMatchObject({ envelope: department })
    expect(platform.reads).toMatchObject([
      {
        method: "PATCH",
        url: `/api/v1.2/departments/${edit.parameters.departmentId}`,
        body: edit.body,
        headers: { "content-type": "application/json-patch+json" },
      },
    ])
  })

  // rules: Department PATCH (RFC 6902) 11
  test.each<[string, Script, object]>([
    ["a reset", reset, { code: "upstream_unreachable", sent: true }],
    ["502", answerJson({}, 502), { code: "upstream_failed", status: 502, sent: true }],
    ["401", answerJson({}, 401), { code: "upstream_unauthorized", status: 401 }],
    ["409", answerJson({}, 409), { code: "test_failed", status: 409 }],
    ["422", answerJson({}, 422), { code: "patch_not_applicable", status: 422 }],
    ["429", answerJson({}, 429), { code: "upstream_rate_limited", status: 429 }],
  ])("that meets %s is never retried", async (_, fault, expected) => {
    platform.onRead = fault
    await expect(create().edit(edit)).rejects.toMatchObject(expected)
    expect(platform.reads).toHaveLength(1)
  })

  test("that could not be sent is reported as not sent", async () => {
    const unpaid = create({ paysFor: 1 }).edit(edit)
    await expect(unpaid).rejects.toMatchObject({
      code: "quota_exhausted",
      sent: false,
      retryAfter: 7,
    })
    const upstream = create()
    await upstream.checkAccess()
    await platform.stop()
    await expect(upstream.edit(edit)).rejects.toMatchObject({
      code: "upstream_unreachable",
      sent: false,
    })
  })
})

describe("A traversal", () => {
  async function follow(from: ListPosition = { search: "", following: false }) {
    const { apiUrl } = platform
    const { operation, parameters, scope } = read()
    const list = { operation: operation as ListOperation, parameters, scope }
    const source = {
      ...list,
      ticket: { priority: "sync" as const },
      upstream: create(),
      catalogue,
      apiUrl,
    }
    const pages: PlatformPage[] = []
    for await (const page of readPages(source, from)) pages.push(page)
    return pages
  }
  const page = (nextUrl?: string) => answerJson({ count: 0, data: [], ...(nextUrl && { nextUrl }) })
  const cursor = (name: string) => `${platform.apiUrl}/v1.4/departments?limit=100&cursor=${name}`

  test("reads all pages up to the last one, with its priority", async () => {
    platform.onRead = inOrder(page(cursor("a")), page(cursor("b")), page())
    expect(await follow()).toHaveLength(3)
    expect(platform.reads.map(({ url }) => url.split("?")[1])).toEqual([
      undefined,
      "limit=100&cursor=a",
      "limit=100&cursor=b",
    ])
    expect(paid.map(({ priority }) => priority)).toEqual(["person", "sync", "sync", "sync"])
  })

  test.each<[string, () => string, string]>([
    ["another origin", () => "https://evil.test/api/v1.4/departments?cursor=a", "foreign_page"],
    ["another list", () => `${platform.apiUrl}/v1/highscores?cursor=a`, "foreign_page"],
    ["no place", () => `${platform.apiUrl}/v1.4/departments`, "foreign_page"],
  ])("stops at a page of %s", async (_, address, reason) => {
    platform.onRead = page(address())
    await expect(follow()).rejects.toMatchObject({ code: "upstream_invalid", reason })
    expect(platform.reads).toHaveLength(1)
  })

  test("stops if the pages form a cycle", async () => {
    platform.onRead = inOrder(page(cursor("a")), page(cursor("b")), page(cursor("a")))
    await expect(follow()).rejects.toMatchObject({ reason: "repeated_page" })
    expect(platform.reads).toHaveLength(3)
  })

  test("stops if the page that it continues from leads back to itself", async () => {
    platform.onRead = page(cursor("a"))
    await expect(follow({ search: "cursor=a", following: true })).rejects.toMatchObject({
      reason: "repeated_page",
    })
    expect(platform.reads).toHaveLength(1)
  })
})
