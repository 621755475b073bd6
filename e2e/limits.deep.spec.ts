import { contract } from "@/lib/contract"
import { appFiles } from "@/lib/server/testing/app-folder"
import { readCsrfToken, signIn } from "@/lib/session/testing/sign-in"
import { isDeep } from "@/scripts/testing/rounds"
import { createCookieBrowser } from "@/service/testing/browser"
import { follow, openSocket, printHead, sendBody } from "./attack"
import { expect, test } from "./people"
import { type OwnDashboard, startOwnDashboard } from "./start-own-dashboard"

// The long form sends every size and type to every route, on an otherwise idle machine.
const isWhole = isDeep
const sizes = isWhole ? [1, 10, 40, 120] : [1, 40]
const maxGrowth = 100 * 1024 * 1024

const guid = "00000000-0000-4000-8000-000000000000"
const signInPaths = ["signin/oidc", "signout", "callback/oidc", "session", "unknown"].map(
  (action) => `/api/auth/${action}`,
)
const paths = [
  ...signInPaths,
  ...appFiles
    .filter(({ kind, pattern }) => kind !== "layout" && !pattern.startsWith("/api/auth/["))
    .map(({ pattern }) =>
      pattern.includes("[...")
        ? `/api/v1.2/departments/${guid}`
        : pattern.replaceAll(/\[\w+\]/g, guid),
    ),
  ...new Set(Object.values(contract).map(({ path }) => path.replaceAll(/\{\w+\}/g, guid))),
  "/unknown",
  "/unknown.png",
  "/_next/unknown",
  "/_next/static/unknown.js",
]

test.describe.configure({ mode: "serial" })

let dashboard: OwnDashboard
let origin = ""
let cookie = ""
test.beforeAll(async () => {
  // With this small heap, a body that is buffered as text or parsed ends the process.
  dashboard = await startOwnDashboard(undefined, { NODE_OPTIONS: "--max-old-space-size=256" })
  origin = dashboard.url.replace("localhost", "127.0.0.1")
  const browser = createCookieBrowser()
  await signIn(browser, { origin: dashboard.url }, { email: "admin@demo.test" })
  cookie = browser.cookiesFor(dashboard.url)
  expect(cookie).toContain("session-token")
  // Loads everything that is loaded lazily.
  for (const path of paths)
    for (const method of ["GET", "POST"])
      await fetch(`${dashboard.url}${path}`, { method, headers: { cookie } }).then((answer) =>
        answer.text(),
      )
})
test.afterAll(() => dashboard.stop())

/** The request that is being sent. */
let sending = ""

/** The process's own metrics; the longest block is the one since the last call. */
async function readFigures() {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1])
  return {
    started: figure("process_start_time_seconds"),
    // Outside the heap, where a body's chunks are: heap usage depends on garbage.
    bytes: figure("nodejs_external_memory_bytes"),
    // The monitor wakes every 10 ms and includes them.
    blockedMs: figure("nodejs_eventloop_lag_max_seconds") * 1000 - 10,
    sending,
  }
}

type Figures = Awaited<ReturnType<typeof readFigures>>

const maxBlockMs = (seen: readonly Figures[]) => Math.max(...seen.map(({ blockedMs }) => blockedMs))
const growth = (before: Figures, seen: readonly Figures[]) =>
  Math.max(...seen.map(({ bytes }) => bytes)) - before.bytes

function print(name: string, before: Figures, seen: readonly Figures[]) {
  const [blocked, grown] = [maxBlockMs(seen), growth(before, seen) / 2 ** 20]
  const at = seen.find(({ blockedMs }) => blockedMs === blocked)?.sending
  console.log(
    `${name}: longest block ${blocked.toFixed(0)} ms ${at}, memory outside of the heap +${grown.toFixed(0)} MB`,
  )
}

/** Does the work, prints its cost to the process, and checks that memory is bounded. */
async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const before = await readFigures()
  const seen: Figures[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      seen.push(await readFigures())
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  try {
    await work()
  } finally {
    isOver = true
    await watching
    seen.push(await readFigures())
    print(name, before, seen)
  }
  expect(new Set(seen.map(({ started }) => started))).toEqual(new Set([before.started]))
  expect(growth(before, seen)).toBeLessThan(maxGrowth)
}

const count = (values: readonly unknown[]) =>
  Object.fromEntries(
    [...new Set(values)].map((value) => [
      `${value}`,
      values.filter((each) => each === value).length,
    ]),
  )

const bodies = [
  { type: "application/x-www-form-urlencoded", piece: "a=%41&b[]=1&" },
  { type: "application/json", piece: '[{"a":1},' },
  {
    type: "multipart/form-data; boundary=x",
    piece: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n',
  },
  { type: "text/csv", piece: "id,name\n" },
]

/**
 * These accept a workbook of names, a workspace file and a batch of edits, which are larger than
 * other bodies.
 */
const large = ["/api/names/users", "/api/workspace", "/api/departments/batches"]
const isLarge = (path: string) =>
  large.some((each) => path.startsWith(each) && path !== "/api/names/users/lookup")

const own = () => ({
  origin: dashboard.url,
  "sec-fetch-site": "same-origin",
  "x-requested-with": "dashboard",
})

for (const person of ["nobody", "an administrator"])
  test(`bodies of ${sizes.join(", ")} MB by ${person} get a response and a closed connection, at any address`, async () => {
    test.setTimeout(900_000)
    const statuses: number[] = []
    const wrong: string[] = []
    const headers = person === "nobody" ? own() : { ...own(), cookie }
    await measure(`bodies by ${person}`, async () => {
      for (const [index, path] of paths.entries())
        for (const megabytes of sizes)
          for (const [at, { type, piece }] of bodies.entries()) {
            if (!isWhole && (index + at) % bodies.length !== 0 && !isLarge(path)) continue
            const announced = (index + at + megabytes) % 2 === 0
            const method = path.startsWith("/api/auth/")
              ? "POST"
              : (["PUT", "POST", "PATCH"][index % 3] ?? "POST")
            const methods = isLarge(path) ? ["PUT", "POST", "PATCH"] : [method]
            for (const method of methods) {
              const attack = {
                method,
                path,
                megabytes,
                announced,
                piece,
                headers: { ...headers, "content-type": type },
              }
              sending = `${method} ${path} ${type} ${megabytes} MB`
              const { status, ended, head } = await sendBody(origin, attack)
              statuses.push(status)
              const isRefused = isLarge(path) ? status >= 400 && status < 500 : status === 413
              if (!isRefused || !ended)
                wrong.push(
                  `${method} ${path} ${type} ${megabytes} MB ${announced ? "announced" : "chunked"}: ${head.split("\r\n")[0]} ${ended}`,
                )
            }
          }
    })
    console.log(`statuses of ${statuses.length} bodies by ${person}:`, count(statuses))
    expect(wrong).toEqual([])
  })

// rules: Limits
test("two large forms sent to the sign-in at once are refused, and the sign-in still works", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const form = {
    method: "POST",
    path: "/api/auth/signin/oidc",
    headers,
    piece: "a=%41&",
    megabytes: isWhole ? 120 : 40,
  }
  await measure("forms to the sign-in", async () => {
    const outcomes = await Promise.all(
      [true, false].map((announced) => sendBody(origin, { ...form, announced })),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([413, 413])
    expect(outcomes[0]?.head).toContain("application/problem+json")
  })
  const browser = createCookieBrowser()
  expect(await readCsrfToken(browser, { origin: dashboard.url })).toMatch(/^[0-9a-f]{64}$/)
})

// rules: Limits
test("200 half-open connections and 200 with half a body block nobody, and are closed", async () => {
  await measure("half-open connections", async () => {
    const beginnings = [
      "POST /api/auth/signin/oidc HTTP/1.1\r\nhost: a\r\nx: ",
      `POST /api/auth/signin/oidc HTTP/1.1\r\nhost: a\r\nx: ${"x".repeat(15_000)}`,
      "POST /api/auth/signin/oidc HTTP/1.1\r\nhost: a\r\ncontent-length: 10000\r\n\r\nab",
      "POST /signin HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab",
    ]
    const answers = await Promise.all(
      Array.from({ length: 400 }, async (_, index) => {
        const socket = await openSocket(origin)
        const answer = follow(socket)
        socket.write(beginnings[index % beginnings.length] ?? "")
        return answer
      }),
    )
    expect((await fetch(`${origin}/signin`)).status).toBe(200)
    const outcomes = await Promise.all(answers.map((answer) => answer.outcome()))
    console.log("statuses of half-open connections:", count(outcomes.map(({ status }) => status)))
    expect(outcomes.filter(({ ended }) => !ended)).toEqual([])
  })
})

test("200 requests with 20 KB of headers are refused", async () => {
  await measure("large headers", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = await openSocket(origin)
        const answer = follow(socket)
        socket.write(
          printHead({ method: "GET", path: "/signin", headers: { x: "x".repeat(20_000) } }, origin),
        )
        return answer.outcome()
      }),
    )
    expect(count(outcomes.map(({ status, ended }) => `${status} ${ended}`))).toEqual({
      "431 true": 200,
    })
  })
})

// rules: Limits
test("of 500 event streams a person gets ten, and a client without a session gets none", async () => {
  await measure("event streams", async () => {
    const leave = new AbortController()
    // Keeps a reference, because a stream without one is closed.
    const answers: Response[] = []
    const open = async (headers: Record<string, string>) => {
      const answer = await fetch(`${origin}/api/quota`, {
        headers: { accept: "text/event-stream", ...headers },
        signal: leave.signal,
      })
      answers.push(answer)
      return answer.status
    }
    const strangers = await Promise.all(Array.from({ length: 500 }, () => open({})))
    const own = await Promise.all(Array.from({ length: 500 }, () => open({ cookie })))
    leave.abort()
    expect(answers).toHaveLength(1000)
    console.log("statuses of event streams:", count(strangers), count(own))
    expect(count(strangers)).toEqual({ 401: 500 })
    expect(count(own)).toEqual({ 200: 10, 503: 490 })
  })
})

// rules: Limits
test("at 300 requests a second each gets a response or a refusal with Retry-After, and health responds throughout", async () => {
  test.setTimeout(120_000)
  const [perSecond, seconds] = [300, 30]
  const addresses = [
    { path: "/api/sync", headers: { cookie } },
    { path: "/api/v1.4/departments?limit=100", headers: { cookie } },
    { path: "/api/views/all", headers: {} },
  ]
  const statuses: number[] = []
  let slowest = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const asked = performance.now()
      const { status } = await fetch(`${origin}/healthz`)
      expect(status).toBe(200)
      slowest = Math.max(slowest, performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  await measure("300 requests a second", async () => {
    const waiting: Promise<void>[] = []
    const begun = performance.now()
    for (let sent = 0; sent < perSecond * seconds; sent += 1) {
      const wait = begun + (sent * 1000) / perSecond - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const { path, headers } = addresses[sent % addresses.length] ?? { path: "/", headers: {} }
      waiting.push(
        fetch(`${origin}${path}`, { headers }).then(async (answer) => {
          await answer.arrayBuffer()
          statuses.push(answer.status)
          if (answer.status === 429 || answer.status === 503)
            expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0)
        }),
      )
    }
    await Promise.all(waiting)
  })
  isOver = true
  await watching
  const told = count(statuses)
  console.log("statuses of 300 requests a second:", told, `slowest health ${slowest.toFixed(0)} ms`)
  expect(
    Object.keys(told).filter((status) => !["200", "401", "429", "503"].includes(status)),
  ).toEqual([])
  expect(told["200"]).toBeGreaterThan(0)
  expect(statuses).toHaveLength(perSecond * seconds)
})
