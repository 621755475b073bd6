import { cookieOf, expect, signIn, test } from "./people"
import { requestRaw } from "./raw-request"
import { reachedUpstream } from "./recorded"

const guid = "00000000-0000-4000-8000-000000000000"

const refused = [
  { what: "an unknown operation", path: "/v1.4/nothing", status: 404 },
  { what: "a foreign version", path: "/v1.4/customfields/users", status: 404 },
  { what: "a version that does not exist", path: "/v2/departments", status: 404 },
  { what: "another letter case", path: "/v1.4/Departments", status: 404 },
  { what: "a trailing slash", path: "/v1.4/departments/", status: 404 },
  { what: "an encoded slash", path: "/v1.4%2fdepartments", status: 404 },
  { what: "an encoded letter", path: "/v1.4/%64epartments", status: 404 },
  { what: "a bad guid", path: "/v1/contentmodules/42/content", status: 400, names: "moduleId" },
  {
    what: "an unknown parameter",
    path: "/v1.4/departments?colour=red",
    status: 400,
    names: "colour",
  },
  {
    what: "a property that is not filterable",
    path: "/v1.4/departments?showInHighscores=true",
    status: 400,
    names: "showInHighscores",
  },
  {
    what: "an operator that the type lacks",
    path: `/v1.4/departments?id[gt]=${guid}`,
    status: 400,
    names: "id[gt]",
  },
  {
    what: "a bad filter value",
    path: "/v1.4/departments?showInContacts=perhaps",
    status: 400,
    names: "showInContacts",
  },
  {
    what: "a date that does not exist",
    path: "/v1.4/departments?creationDateTime[gte]=2025-02-30",
    status: 400,
    names: "creationDateTime[gte]",
  },
  { what: "an unknown sort", path: "/v1.4/departments?sort=colour", status: 400, names: "sort" },
  { what: "a limit of nothing", path: "/v1.4/departments?limit=0", status: 400, names: "limit" },
  {
    what: "a forged cursor",
    path: "/v1.4/departments?cursor=eyJhbGciOiJub25lIn0.e30.",
    status: 400,
    names: "cursor",
  },
  {
    what: "a filter beside a cursor",
    path: "/v1.4/departments?cursor=x&city=Aarhus",
    status: 400,
    names: "city",
  },
  {
    what: "a query of a by-id operation",
    path: `/v1.4/communication/templates/${guid}?limit=1`,
    status: 400,
    names: "limit",
  },
]

for (const { what, path, status, names } of refused)
  test(`${what} is a clear ${status} without an upstream call`, async ({ sessionOf, baseURL }) => {
    // Not page.request: it would tidy the path before it is sent.
    const answer = await fetch(`${baseURL}/api${path}`, {
      headers: { cookie: cookieOf(await sessionOf("admin")) },
      redirect: "manual",
    })
    expect(answer.status).toBe(status)
    // A path that is not even of the form /api/version/path never reaches the backend.
    if (path.includes("%2f")) return
    expect(await reachedUpstream(answer.headers.get("x-request-id"))).toBe(false)
    expect(answer.headers.get("content-type")).toContain("application/problem+json")
    const problem = (await answer.json()) as { code?: string; detail?: string; errors?: unknown }
    expect(problem.code).toMatch(/^[a-z_]+$/)
    expect(problem.detail).toBeTruthy()
    if (names) expect(JSON.stringify(problem.errors)).toContain(names)
  })

/** What Next fails on, or leads elsewhere; nobody is signed in. */
const raw = [
  { method: "TRACE", path: "/", status: 405, code: "method_not_allowed" },
  { method: "TRACE", path: "/api/v1.4/departments", status: 405, code: "method_not_allowed" },
  { method: "PROPFIND", path: "/api/views", status: 405, code: "method_not_allowed" },
  { method: "OPTIONS", path: "*", status: 405, code: "method_not_allowed" },
  { method: "GET", path: "/api/v1.4/%zz", status: 404, code: "unknown_path" },
  { method: "GET", path: "/api/%/departments", status: 404, code: "unknown_path" },
  { method: "GET", path: "http://elsewhere.test/api/nothing", status: 404, code: "unknown_path" },
  { method: "GET", path: "elsewhere", status: 400, code: "malformed_request" },
]

for (const { method, path, status, code } of raw)
  test(`${method} ${path} is a clear ${status} before anybody is asked who they are`, async () => {
    const answer = await requestRaw(path, { method })
    expect({ status: answer.status, ...JSON.parse(answer.text) }).toMatchObject({ status, code })
    expect(answer.headers["content-type"]).toBe("application/problem+json")
    expect(answer.requestId).toMatch(/^[0-9a-f-]{36}$/)
    if (status === 405) expect(answer.headers["allow"]).toContain("GET")
  })

test("an address with a server's name leads to its path here", async () => {
  const answer = await requestRaw("http://elsewhere.test/healthz")
  expect(answer).toMatchObject({ status: 200, text: '{"status":"ok"}' })
})

const misread = [
  { query: "name=%ff", names: "name" },
  { query: "name=%E0%A4", names: "name" },
  { query: "name=%ED%A0%80", names: "name" },
  { query: "name=%c0%af", names: "name" },
  { query: "name=100%", names: "name" },
  { query: "__proto__=1", names: "__proto__" },
  { query: "constructor=1", names: "constructor" },
  { query: "toString=1", names: "toString" },
  { query: "nxtPname=Aarhus", names: "nxtPname" },
]

for (const { query, names } of misread)
  test(`the query ${query} is no other query, and refused by name`, async ({ sessionOf }) => {
    const headers = { cookie: cookieOf(await sessionOf("admin")) }
    const answer = await requestRaw(`/api/v1.4/departments?limit=1&${query}`, { headers })
    const problem = JSON.parse(answer.text)
    expect(answer.status).toBe(400)
    expect(problem).toMatchObject({ code: "invalid_query", errors: [{ parameter: names }] })
    expect(await reachedUpstream(answer.requestId)).toBe(false)
    const own = await requestRaw(`/api/views?report=departments&${query}`, { headers })
    expect({ status: own.status, ...JSON.parse(own.text) }).toMatchObject({
      status: 400,
      code: "invalid_query",
      errors: [{ parameter: names }],
    })
  })

test("200 readers at once are each answered their own question", async ({ sessionOf }) => {
  const headers = { cookie: cookieOf(await sessionOf("admin")) }
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, at) => {
      const answer = await requestRaw(`/api/v1.4/departments?own${at}=1`, { headers })
      return JSON.parse(answer.text).errors?.[0]?.parameter
    }),
  )
  expect(answers).toEqual(Array.from({ length: 200 }, (_, at) => `own${at}`))
})

const inherited = ["__proto__", "constructor", "toString", "%ff"]
const pagesAbout = [
  "/reports/",
  "/data/",
  "/figures/",
  "/organisation/",
  "/organisation/batches/",
  "/data/content-post/",
  "/",
]

for (const name of inherited)
  test(`no page is about ${name}, and each says so in words`, async ({ sessionOf }) => {
    const headers = { cookie: cookieOf(await sessionOf("admin")) }
    for (const path of pagesAbout) {
      const answer = await requestRaw(`${path}${name}`, { headers })
      expect({ path, status: answer.status }).toEqual({ path, status: 404 })
      expect(answer.text).toContain("<html")
    }
  })

const told = [
  { path: "/", query: "__proto__=1&name=%ff" },
  { path: "/settings", query: "toString=1&name=100%" },
  { path: "/organisation/tree", query: "__proto__=1&levels=none" },
  { path: "/reports/departments", query: "name=%ff&__proto__=1" },
  { path: "/organisation/changes", query: "person=%E0%A4&constructor=1" },
  { path: "/data/content-post", query: "__proto__=1&contentId=%ff" },
]

for (const { path, query } of told)
  test(`${path} says of ?${query} what it could not read`, async ({ openAs }) => {
    const page = await openAs("admin")
    const faults: string[] = []
    page.on("pageerror", (error) => faults.push(error.message))
    const answer = await page.goto(`${path}?${query}`)
    expect(answer?.status()).toBe(200)
    const notice = page.getByRole("status").filter({ hasText: /could not be read|cannot be read/ })
    for (const part of query.split("&")) await expect(notice).toContainText(part)
    expect(faults).toEqual([])
  })

test("who signs in first comes to the same address", async ({ page }) => {
  await signIn(page, "admin", "/reports/departments?name=%ff&sort=-name")
  await expect(page).toHaveURL(/sort=-name&unreadable=name%3D%25ff/)
})

test("a cursor of one list is refused by another", async ({ openAs }) => {
  const page = await openAs("admin")
  const first = await page.request.get("/api/v1.4/departments?limit=2")
  const { nextUrl } = (await first.json()) as { nextUrl: string }
  const cursor = new URL(nextUrl, "http://localhost").searchParams.get("cursor") ?? ""
  expect(await reachedUpstream(first.headers()["x-request-id"])).toBe(true)
  const foreign = await page.request.get(`/api/v1.2/departments?cursor=${cursor}`)
  expect(foreign.status()).toBe(400)
  expect(await reachedUpstream(foreign.headers()["x-request-id"])).toBe(false)
  expect((await page.request.get(nextUrl)).status()).toBe(200)
})

test("a page's address with bad parts shows the rest and says what was left out", async ({
  openAs,
}) => {
  const page = await openAs("hr")
  await page.goto("/reports/departments?colour=red&sort=-name&city[gt]=A")
  await expect(page.getByRole("grid").locator("[data-row]").first()).toBeVisible()
  await expect(page.getByText(/colour/)).toBeVisible()
})

test("an unknown report is a page in words", async ({ openAs }) => {
  const page = await openAs("hr")
  const answer = await page.goto("/reports/nothing")
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole("main")).toBeVisible()
})
