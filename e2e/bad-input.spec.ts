import { cookieOf, expect, test } from "./people"
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
