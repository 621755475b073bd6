import { afterEach, beforeEach, expect, test } from "vitest"
import { answerJson } from "../platform/testing/scripted-platform"
import { personOf, type ScriptedBff, startScriptedBff } from "./testing/test-bff"

const otherGuid = "11111111-2222-4333-8444-555555555555"
const dataSet = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
const points = `/v1.4/dataSets/${dataSet}/dataPoints`
const sixHours = 6 * 60 * 60 * 1000

let started: ScriptedBff
beforeEach(async () => {
  started = await startScriptedBff()
})
afterEach(() => started.stop())

/** Sets the page URLs in the platform's next response. */
function pages(next?: string, previous?: string) {
  started.platform.onRead = answerJson({
    count: 0,
    data: [],
    ...(next !== undefined && { nextUrl: next }),
    ...(previous !== undefined && { previousUrl: previous }),
  })
}
const lastQuery = () => new URL(started.platform.reads.at(-1)?.url ?? "", "http://x").searchParams

/** Reads the first page of the data points and returns the URL of its next page. */
async function readFirstPage(query = "limit=2&cursor=raw-cursor", path = points) {
  pages(`${started.platform.apiUrl}${path}?${query}`)
  return (await started.ask(`${path}?limit=2`)).body.nextUrl as string
}

// rules: Paging 9
test("the platform's cursor is encrypted in a relative URL of our own that keeps the limit", async () => {
  const url = await readFirstPage()
  expect(url).toMatch(new RegExp(`^/api${points}\\?limit=2&cursor=[\\w.%-]+$`))
  expect(decodeURIComponent(url)).not.toContain("raw-cursor")
})

// rules: Paging 9
test("following that URL sends the platform its own cursor", async () => {
  const url = await readFirstPage()
  pages(undefined, `${started.platform.apiUrl}${points}?limit=2&cursor=raw-previous`)
  const { status, body } = await started.ask(url)
  expect(status).toBe(200)
  expect(Object.fromEntries(lastQuery())).toEqual({ limit: "2", cursor: "raw-cursor" })
  expect(body).not.toHaveProperty("nextUrl")
  await started.ask(body.previousUrl)
  expect(lastQuery().get("cursor")).toBe("raw-previous")
})

test("a page whose next page is itself would loop forever, so it is refused", async () => {
  const url = await readFirstPage()
  expect(await started.ask(url)).toMatchObject({ status: 502, body: { code: "upstream_invalid" } })
})

// rules: Paging 9
test("a URL with an offset is followed with its filters", async () => {
  const url = await readFirstPage("label=shop&sort=-timeStamp&limit=2&offset=2")
  expect(url).not.toContain("shop")
  await started.ask(url)
  expect(Object.fromEntries(lastQuery())).toEqual({
    label: "shop",
    sort: "-timeStamp",
    limit: "2",
    offset: "2",
  })
})

test("the limit may change between pages", async () => {
  const url = await readFirstPage()
  await started.ask(url.replace("limit=2", "limit=50"))
  expect(Object.fromEntries(lastQuery())).toEqual({ limit: "50", cursor: "raw-cursor" })
})

test("a next URL whose path has its GUID in capitals belongs to the same list", async () => {
  pages(`${started.platform.apiUrl}${points.replace(dataSet, dataSet.toUpperCase())}?cursor=raw`)
  expect((await started.ask(points)).body.nextUrl).toContain(`/api${points}?cursor=`)
})

test("without further pages, nextUrl and previousUrl are absent, even if the platform sends null", async () => {
  started.platform.onRead = answerJson({ count: 0, data: [], nextUrl: null, previousUrl: null })
  expect((await started.ask(points)).body).toEqual({ count: 0, data: [] })
})

// rules: Paging 9
test.each([
  ["another origin", (api: string) => `${api.replace("127.0.0.1", "localhost")}${points}?cursor=x`],
  ["another scheme", (api: string) => `${api.replace("http:", "https:")}${points}?cursor=x`],
  ["another list", (api: string) => `${api}/v1.4/departments?cursor=x`],
  [
    "another path parameter",
    (api: string) => `${api}${points.replace(dataSet, otherGuid)}?cursor=x`,
  ],
  ["another version", (api: string) => `${api}${points.replace("v1.4", "v1.2")}?cursor=x`],
  ["a path outside the API", (api: string) => `${api.replace("/api", "")}${points}?cursor=x`],
  ["a host after a user name", (api: string) => `${api}@evil.test${points}?cursor=x`],
  ["a relative URL", () => `${points}?cursor=x`],
  ["neither cursor nor offset", (api: string) => `${api}${points}?limit=2`],
  ["no URL", () => "next"],
])("a nextUrl with %s responds 502 without the URL", async (_, print) => {
  pages(print(started.platform.apiUrl))
  const { status, body, text } = await started.ask(points)
  expect({ status, code: body.code }).toEqual({ status: 502, code: "upstream_invalid" })
  expect(text).not.toContain("cursor=")
})

// rules: A report page 3
test("a cursor is valid only for its operation, path and role, and is otherwise refused without a call", async () => {
  const url = await readFirstPage()
  const query = url.slice(url.indexOf("?"))
  const calls = started.platform.reads.length
  const analyst = { session: personOf("analyst") }
  const foreign = [
    await started.ask(`/v1.4/departments${query}`),
    await started.ask(`${points.replace(dataSet, otherGuid)}${query}`),
    await started.ask(url, analyst),
  ]
  for (const { status, body } of foreign)
    expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_cursor" })
  expect(started.platform.reads).toHaveLength(calls)
})

test("a filter beside a cursor is refused without a call", async () => {
  const url = await readFirstPage()
  const calls = started.platform.reads.length
  expect(await started.ask(`${url}&label=shop`)).toMatchObject({
    status: 400,
    body: { code: "invalid_query", errors: [{ parameter: "label" }] },
  })
  expect(started.platform.reads).toHaveLength(calls)
})

// rules: A report page 3
test("a cursor expires six hours after its issue and is then refused without a call", async () => {
  const url = await readFirstPage()
  pages()
  started.time.now += sixHours - 1
  expect(await started.ask(url)).toMatchObject({ status: 200 })
  const calls = started.platform.reads.length
  started.time.now += 1
  expect(await started.ask(url)).toMatchObject({ status: 410, body: { code: "cursor_expired" } })
  expect(started.platform.reads).toHaveLength(calls)
})

// rules: Paging 8
test.each([400, 404, 410])(
  "the platform's %i for a cursor becomes 410 cursor_expired",
  async (status) => {
    const url = await readFirstPage()
    started.platform.onRead = answerJson({ errorCode: "invalid_cursor" }, status)
    expect(await started.ask(url)).toMatchObject({ status: 410, body: { code: "cursor_expired" } })
  },
)

// rules: A report page 3
test("an altered cursor is refused", async () => {
  const url = await readFirstPage()
  const at = url.length - 30
  const altered = `${url.slice(0, at)}${url[at] === "A" ? "B" : "A"}${url.slice(at + 1)}`
  expect(await started.ask(altered)).toMatchObject({ body: { code: "invalid_cursor" } })
})
