import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import {
  createSharedBody,
  encodeOnce,
  encodeShared,
  encodeStream,
  etagOf,
  holds,
  sendJson,
  takesGzip,
} from "./encode"

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

test("JSON is compressed where it may be, and says so", async () => {
  const sent = await sendJson(json, { "x-request-id": "1" }, true)
  expect(sent.headers.get("content-encoding")).toBe("gzip")
  expect(sent.headers.get("vary")).toBe("accept-encoding")
  expect(gunzipSync(Buffer.from(await sent.arrayBuffer())).toString()).toBe(json)
  const bare = await sendJson(json, {}, false)
  expect([bare.headers.get("content-encoding"), await bare.text()]).toEqual([null, json])
})

test.each([
  ["text/csv", {}, "gzip"],
  ["application/problem+json", {}, "gzip"],
  ["text/event-stream", {}, null],
  ["application/zip", {}, null],
  ["text/csv", { "cache-control": "private, no-transform" }, null],
])("a stream of %s with %o has the coding %s", (type, headers, coding) => {
  const answer = new Response(json, { headers: { "content-type": type, ...headers } })
  expect(encodeStream(answer).headers.get("content-encoding")).toBe(coding)
})
