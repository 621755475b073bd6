import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import {
  createAnswering,
  createSharedBody,
  encodeOnce,
  encodeShared,
  etagOf,
  holds,
  Reply,
  takesGzip,
} from "./answers"
import type { LogEntry } from "./log"
import { BffError } from "./problem"
import { encodeReply } from "./routes"

const json = JSON.stringify(
  Array.from({ length: 200 }, (_, id) => ({ id, name: `Department ${id}` })),
)
const plain = Buffer.from(json)
const accepting = (text: string) => new Headers({ "accept-encoding": text })

test.each(["gzip", "br, gzip", "GZIP;q=0.5", "deflate , gzip ; q=1"])("%s takes gzip", (text) => {
  expect(takesGzip(accepting(text))).toBe(true)
})

test.each(["", "br", "gzip;q=0", "gzip;q=0.00", "identity, gzip; q=0", "xgzip"])(
  "%s does not",
  (text) => {
    expect(takesGzip(accepting(text))).toBe(false)
    expect(takesGzip(undefined)).toBe(false)
  },
)

test("a shared body is compressed once for all, and says the same of itself in both forms", async () => {
  const shared = createSharedBody(plain)
  const [one, other] = await Promise.all([encodeShared(shared), encodeShared(shared)])
  expect(one.encoding).toBe("gzip")
  expect(one.body).toBe(other.body)
  expect(gunzipSync(one.body).toString()).toBe(json)
  expect(shared.etag()).toBe(etagOf(json))
})

test("what is short or random is sent as it is", async () => {
  expect(await encodeOnce("{}")).toEqual({ body: Buffer.from("{}") })
  const random = crypto.getRandomValues(new Uint8Array(5000))
  expect(await encodeShared(createSharedBody(random))).toEqual({ body: random })
})

test("a client holds what it names, whatever else it names", () => {
  const tag = etagOf(json)
  const asking = (text: string) => holds(new Headers({ "if-none-match": text }), tag)
  expect([asking(tag), asking(`"x", ${tag}`), asking("*")]).toEqual([true, true, true])
  expect([asking('W/"x"'), holds(new Headers(), tag), holds(undefined, tag)]).toEqual([
    false,
    false,
    false,
  ])
})

const cases = [
  ["text/csv", {}, true],
  ["application/json", { vary: "cookie" }, true],
  ["application/problem+json", {}, true],
  ["text/event-stream", {}, false],
  ["application/zip", {}, false],
  ["text/csv", { "cache-control": "private, no-transform" }, false],
] as const
const bodies = ["text", "bytes", "a stream"] as const

test.each(cases.flatMap((each) => bodies.map((kind) => [kind, ...each] as const)))(
  "%s of %s with %o is compressed: %s",
  async (kind, type, more, isCompressed) => {
    const stream = () => new Blob([plain]).stream()
    const body = { text: json, bytes: plain, "a stream": stream() }[kind]
    const headers = { "content-type": type, ...more }
    const sent = await encodeReply(new Reply(body, { status: 201, headers }))
    const bytes = Buffer.from(await sent.toResponse().arrayBuffer())
    const coding = { "content-encoding": "gzip", vary: "accept-encoding", ...headers }
    expect([sent.status, sent.headers]).toEqual([201, isCompressed ? coding : headers])
    expect((isCompressed ? gunzipSync(bytes) : bytes).toString()).toBe(json)
  },
)

test("what is short stays as it is", async () => {
  const reply = new Reply("{}", { headers: { "content-type": "application/json" } })
  const { body, headers } = await encodeReply(reply)
  expect([`${body}`, headers]).toEqual(["{}", reply.headers])
})

test("what fails through no doing of whoever asked is an error in the log; a want of a turn, and their own fault, are not", async () => {
  const lines: string[] = []
  const answer = createAnswering({
    clock: () => 0,
    log: {
      info: ({ code }) => lines.push(`info ${code}`),
      error: ({ code }) => lines.push(`error ${code}`),
    },
  })
  for (const refusal of [
    new BffError("upstream_unreachable"),
    new BffError("internal"),
    new BffError("invalid_query"),
    new BffError("not_copied", { retryAfter: 30 }),
  ])
    await answer({ operation: "departments" }, () => Promise.reject(refusal))
  expect(lines).toEqual([
    "error upstream_unreachable",
    "error internal",
    "info invalid_query",
    "info not_copied",
  ])
})

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

test.each([
  [traceparent, traceparent],
  [`${traceparent}, ${traceparent}`, undefined],
])("the line of a request that came with the traceparent %s has %s", async (given, expected) => {
  const entries: LogEntry[] = []
  const answer = createAnswering({
    clock: () => 0,
    log: { info: (entry) => void entries.push(entry), error: () => {} },
  })
  await answer({ headers: new Headers({ traceparent: given }) }, async () => new Reply("{}"))
  expect(entries.map((entry) => entry.traceparent)).toEqual([expected])
})
