import { monitorEventLoopDelay } from "node:perf_hooks"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { catalogue } from "@/lib/catalogue"
import type { TestService } from "../testing/test-service"
import { startConformanceService } from "./testing/conformance-service"
import { arbitraryRequest, type FuzzRequest, printRequest } from "./testing/fuzz-requests"
import { parametersAt } from "./testing/places"
import { exchangeRaw, type RawAnswer } from "./testing/raw-exchange"

const requestCount = 10_000
const seed = 10_000
const connections = 16

interface Exchange {
  readonly request: FuzzRequest
  readonly answer: RawAnswer | undefined
}

let service: TestService
let exchanges: Exchange[]

/** Sends all requests over a few connections at once. */
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

/** The records that by-id paths and patches name. */
async function loadNamed({ store }: TestService) {
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

const inWords = (milliseconds: number) => `${(milliseconds / 1e6).toFixed(1)} ms`

beforeAll(async () => {
  service = await startConformanceService()
  await loadNamed(service)
  const token = await service.token()
  const requests = fc.sample(arbitraryRequest(catalogue), { numRuns: requestCount, seed })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  exchanges = await sendAll(requests, token)
  delay.disable()
  const statuses = exchanges.map(({ answer }) => `${answer?.status ?? "none"}`)
  const counts = [...new Set(statuses)].map(
    (status) => `${status}: ${statuses.filter((other) => other === status).length}`,
  )
  console.info(`${exchanges.length} requests answered: ${counts.toSorted().join(", ")}`)
  console.info(
    `Event loop, sender and service together: 99 % ${inWords(delay.percentile(99))}, longest ${inWords(delay.max)}`,
  )
})
afterAll(() => service.stop())

/** What is told of a failure: enough to send the request again. */
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
  headers.get("content-type")?.startsWith("application/json") === true

function isDocumented({ request, answer }: Exchange): boolean {
  if (!answer) return request.sent !== undefined || request.body.length > 65_536
  if (answer.body === "") return request.method === "HEAD"
  if (!isJson(answer)) return false
  return answer.status === 200 ? JSON.parse(answer.body) !== null : isErrorBody(answer.body)
}

const innerText =
  /syntax error at|relation "|column "|operator does not exist|violates|invalid input syntax|\bpg_|\bselect .+ from\b|node_modules|\bat [\w.<>]+ \(|\.[jt]s:\d|file:\/\/|\/(home|tmp|usr|work|root)\/|E(CONN|NOENT|PIPE)|TypeError|SyntaxError|RangeError/i

describe("Of 10,000 fuzzed requests", () => {
  test("all are sent, and many get far: each refusal that a request can earn is among the answers", () => {
    expect(exchanges).toHaveLength(requestCount)
    const countOf = (status: number) =>
      exchanges.filter(({ answer }) => answer?.status === status).length
    for (const status of [200, 400, 401, 404, 405, 415, 422])
      expect(countOf(status), `${status}`).toBeGreaterThan(50)
    for (const status of [409, 413]) expect(countOf(status), `${status}`).toBeGreaterThan(0)
  })

  test("none is answered with a fault of the service", () => {
    const faults = exchanges.filter(({ answer }) => (answer?.status ?? 0) >= 500)
    expect(faults.map(show)).toEqual([])
    expect(service.lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test("each is answered with data or with the documented error, as JSON", () => {
    expect(exchanges.filter((exchange) => !isDocumented(exchange)).map(show)).toEqual([])
  })

  test("none is told of SQL, stacks or files", () => {
    const told = exchanges.filter(({ answer }) =>
      innerText.test(answer?.body.replaceAll(/cursor=[\w.-]+/g, "") ?? ""),
    )
    expect(told.map(show)).toEqual([])
  })
})

test("After the fuzzed requests the service answers as before.", async () => {
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200)
  expect((await service.get("/v1.4/departments")).status).toBe(200)
})
