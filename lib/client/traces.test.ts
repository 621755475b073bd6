import { beforeEach, expect, test, vi } from "vitest"
import { contract } from "@/lib/contract"

const sent: { url: string; init: RequestInit }[] = []
let answerOf: (url: string) => Response

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
  sent.length = 0
  answerOf = () => new Response("{}")
  vi.stubGlobal("addEventListener", () => {})
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    sent.push({ url, init })
    return answerOf(url)
  })
})

async function openPage(ratio: string | undefined) {
  const element = ratio === undefined ? null : { content: ratio }
  vi.stubGlobal("document", { querySelector: () => element })
  return import("./traces")
}

const headersOf = ({ init }: { init: RequestInit }) => init.headers as Record<string, string>
const reports = () => sent.filter(({ url }) => url === "/api/traces")
const reportedSpans = () =>
  reports().flatMap(({ init }) => contract.reportSpans.body.parse(JSON.parse(`${init.body}`)).spans)

test("a page without traces sends its requests as they are, and reports nothing", async () => {
  const { fetchTraced } = await openPage(undefined)
  await fetchTraced("/api/views", { headers: { accept: "application/json" } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([{ url: "/api/views", init: { headers: { accept: "application/json" } } }])
})

test("each request begins a trace of its own, and is reported as the contract has it", async () => {
  const { fetchTraced } = await openPage("1")
  answerOf = () => new Response("{}", { status: 403 })
  await fetchTraced("/api/views?report=planted", { headers: { accept: "application/json" } })
  await fetchTraced("/api/exports", { method: "POST" })
  await vi.advanceTimersByTimeAsync(6000)
  const [first, second] = sent.map((request) => headersOf(request)["traceparent"])
  expect(first).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(first).not.toBe(second)
  expect(reportedSpans()).toMatchObject([
    { method: "GET", status: 403, agoMs: 5000 },
    { method: "POST", status: 403 },
  ])
  for (const [index, { traceId, spanId }] of reportedSpans().entries())
    expect([first, second][index]).toBe(`00-${traceId}-${spanId}-01`)
  expect(JSON.stringify(reports())).not.toContain("planted")
  expect(headersOf(reports()[0] as never)).not.toHaveProperty("traceparent")
})

test("one that is not recorded says so, and is not reported", async () => {
  const { fetchTraced } = await openPage("0.5")
  vi.spyOn(Math, "random").mockReturnValueOnce(0.7)
  await fetchTraced("/api/views", {})
  await vi.advanceTimersByTimeAsync(6000)
  expect(headersOf(sent[0] as never)["traceparent"]).toMatch(/-00$/)
  expect(reports()).toEqual([])
})

test("a request without an answer is reported, and a page without a connection reports 64 at most", async () => {
  const { fetchTraced } = await openPage("1")
  answerOf = () => {
    throw new TypeError("Failed to fetch")
  }
  for (let index = 0; index < 100; index += 1)
    await expect(fetchTraced("/api/views", {})).rejects.toThrow("Failed to fetch")
  await vi.advanceTimersByTimeAsync(6000)
  expect(reportedSpans()).toHaveLength(64)
  expect(new Set(reportedSpans().map(({ status }) => status))).toEqual(new Set([0]))
})
