import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import { rounds } from "@/scripts/testing/rounds"
import { requestToken } from "../testing/test-service"
import { parametersAt } from "./testing/fixtures"
import { type FuzzRequest, printRequest } from "./testing/fuzz-request"
import { arbitraryRequest } from "./testing/fuzz-requests"
import { exchangeRaw, type RawAnswer } from "./testing/raw-exchange"
import { type ServiceProcess, startConformanceProcess } from "./testing/service-process"

const requestCount = rounds({ test: 2_000, deep: 10_000 })
const seed = 10_000
const connections = 16

interface Exchange {
  readonly request: FuzzRequest
  readonly answer: RawAnswer | undefined
}

let service: ServiceProcess
let exchanges: Exchange[]

/** Sends all requests over a few concurrent connections. */
async function sendAll(requests: readonly FuzzRequest[], token: string): Promise<Exchange[]> {
  const port = Number(new URL(service.origin).port)
  const queue = requests.values()
  const done: Exchange[] = []
  const sendSome = async () => {
    for (const request of queue) {
      const hangUp = request.sent !== undefined
      const answer = await exchangeRaw(port, printRequest(request, token), { hangUp })
      done.push({ request, answer })
    }
  }
  await Promise.all(Array.from({ length: connections }, sendSome))
  return done
}

/** Loads the records that by-id paths and patches refer to. */
async function loadNamed({ store }: ServiceProcess) {
  const seen = new Set<string>()
  for (const operation of catalogue.operations) {
    const parameters = parametersAt(operation, "here")
    const id = Object.values(parameters).at(-1)
    if (operation.kind === "list" || seen.has(operation.record)) continue
    seen.add(operation.record)
    const values = { id, name: "Fuzzed", type: "Region", creationDateTime: "2024-01-01" }
    const lastModifiedDateTime = "2024-01-01"
    await store.loadRecords(operation.record, [
      { scope: parameters, values: { ...values, lastModifiedDateTime } },
    ])
  }
}

const lag = /^nodejs_eventloop_lag_max_seconds (\S+)/m

/** The longest event loop delay in the readings. Each covers the time since the previous one. */
const maxBlockMs = (texts: readonly string[]) =>
  Math.max(...texts.map((text) => Number(lag.exec(text)?.[1] ?? 0)))

const readMetrics = async () => (await fetch(`${service.origin}/metrics`)).text()

beforeAll(async () => {
  service = await startConformanceProcess()
  await loadNamed(service)
  const token = await requestToken(service.origin, "svc.api")
  const requests = fc.sample(arbitraryRequest(catalogue), { numRuns: requestCount, seed })
  await readMetrics()
  exchanges = await sendAll(requests, token)
  const readings = [...exchanges.map(({ answer }) => answer?.body ?? ""), await readMetrics()]
  const statuses = exchanges.map(({ answer }) => `${answer?.status ?? "none"}`)
  const counts = [...new Set(statuses)].map(
    (status) => `${status}: ${statuses.filter((other) => other === status).length}`,
  )
  console.info(`${exchanges.length} requests answered: ${counts.toSorted().join(", ")}`)
  console.info(
    `The service's event loop was blocked for ${Math.round(maxBlockMs(readings) * 1000)} ms at most.`,
  )
})
afterAll(() => service.stop())

/** The details of a failure, enough to repeat the request. */
const show = ({ request, answer }: Exchange) => ({
  request: JSON.stringify(request).slice(0, 2000),
  status: answer?.status,
  body: answer?.body.slice(0, 500),
})

const errorKeys = ["errorCode", "message", "details", "acceptedScopes"]

function isErrorBody(text: string): boolean {
  const body: Record<string, unknown> = JSON.parse(text)
  const { errorCode, message } = body
  return (
    /^[a-z]+(_[a-z]+)*$/.test(`${errorCode}`) &&
    typeof message === "string" &&
    message !== "" &&
    Object.keys(body).every((key) => errorKeys.includes(key))
  )
}

const isJson = ({ headers }: RawAnswer) =>
  /^application\/(jwk-set\+)?json/.test(headers.get("content-type") ?? "")

const isPage = ({ headers }: RawAnswer) =>
  /^text\/(html|plain|css|javascript)|^application\/javascript/.test(
    headers.get("content-type") ?? "",
  )

/** The identity server returns OAuth JSON to programs and pages to people. */
const isIdentityAnswer = (answer: RawAnswer) =>
  answer.body === "" || isPage(answer) || (isJson(answer) && JSON.parse(answer.body) !== null)

function isDocumented({ request, answer }: Exchange): boolean {
  if (!answer) return request.sent !== undefined || request.body.length > 16_384
  if (/^\/oidc(?:[/?]|$)/.test(request.target.trim())) return isIdentityAnswer(answer)
  if (answer.body === "") return request.method === "HEAD" || answer.status === 304
  if (answer.status === 200 && !request.target.startsWith("/api"))
    return isJson(answer) || isPage(answer)
  if (!isJson(answer)) return false
  return answer.status === 200 ? JSON.parse(answer.body) !== null : isErrorBody(answer.body)
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

const innerText =
  /syntax error at|relation "|column "|operator does not exist|violates|invalid input syntax|\bpg_|\bselect .+ from\b|node_modules|\bat [\w.<>]+ \(|\.[jt]s:\d|file:\/\/|\/(home|tmp|usr|work|root)\/|E(CONN|NOENT|PIPE)|TypeError|SyntaxError|RangeError/i

describe(`Of ${requestCount} fuzzed requests`, () => {
  test("all are sent, and the responses include each expected status", () => {
    expect(exchanges).toHaveLength(requestCount)
    const countOf = (status: number) =>
      exchanges.filter(({ answer }) => answer?.status === status).length
    for (const status of [200, 400, 401, 404, 405, 415, 422])
      expect(countOf(status), `${status}`).toBeGreaterThan(rounds({ test: 5, deep: 50 }))
    const tokens = exchanges.filter(({ answer }) => answer?.body.includes('"access_token"'))
    expect(tokens.length).toBeGreaterThan(requestCount / 1000)
    for (const status of [409, 413]) expect(countOf(status), `${status}`).toBeGreaterThan(0)
  })

  // rules: Errors 1
  test("none causes a server error", async () => {
    const faults = exchanges.filter(({ answer }) => (answer?.status ?? 0) >= 500)
    expect(faults.map(show)).toEqual([])
    const lines = await service.readLog()
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  // rules: Errors 1
  test("each returns data or the documented error as JSON", () => {
    expect(exchanges.filter((exchange) => !isDocumented(exchange)).map(show)).toEqual([])
  })

  // rules: Errors 1
  test("none is redirected to another host or can inject a header", () => {
    const astray = exchanges.filter(({ answer }) => {
      const location = answer?.headers.get("location")
      const host = location && new URL(location, service.origin).hostname
      const cookies = answer?.headers.get("set-cookie") ?? ""
      return (host && !loopback.test(host)) || cookies.includes("planted")
    })
    expect(astray.map(show)).toEqual([])
    expect(
      exchanges.filter(({ answer }) => answer?.headers.has("location")).length,
    ).toBeGreaterThan(requestCount / 1000)
  })

  // rules: Errors 1
  test("none reveals SQL, stack traces or files", () => {
    const leaking = exchanges.filter(({ answer }) =>
      innerText.test(answer?.body.replaceAll(/cursor=[\w.-]+/g, "") ?? ""),
    )
    expect(leaking.map(show)).toEqual([])
  })
})

test("After the fuzzed requests the service still responds.", async () => {
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
  const headers = { authorization: `Bearer ${await requestToken(service.origin, "svc.api")}` }
  const departments = `${service.origin}/api/v1.4/departments`
  expect((await fetch(departments, { headers })).status).toBe(200)
})
