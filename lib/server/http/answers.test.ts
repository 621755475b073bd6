import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { type Answer, etagOf, holds, printAnswer, takesGzip } from "./answers"

const json = JSON.stringify(
  Array.from({ length: 200 }, (_, id) => ({ id, name: `Department ${id}` })),
)
const accepting = (text: string) => new Headers({ "accept-encoding": text })

test.each(["gzip", "br, gzip", "GZIP;q=0.5", "deflate , gzip ; q=1"])(
  "Accept-Encoding %s allows gzip",
  (text) => {
    expect(takesGzip(accepting(text))).toBe(true)
  },
)

test.each(["", "br", "gzip;q=0", "gzip;q=0.00", "identity, gzip; q=0", "xgzip"])(
  "Accept-Encoding %s does not allow gzip",
  (text) => {
    expect(takesGzip(accepting(text))).toBe(false)
    expect(takesGzip(new Headers())).toBe(false)
  },
)

test("a cached response is compressed once, and both forms have the same ETag", async () => {
  const answer: Answer = { text: json, source: "cache", asOf: 0 }
  const print = (headers: Headers) =>
    printAnswer(answer, { record: "department", request: headers, encodes: true })
  const [one, other, plain] = [
    await print(accepting("gzip")),
    await print(accepting("gzip")),
    await print(new Headers()),
  ]
  const bytes = Buffer.from(await one.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(json)
  expect(Buffer.from(await other.arrayBuffer())).toEqual(bytes)
  expect(await plain.text()).toBe(json)
  expect(one.headers.get("content-encoding")).toBe("gzip")
  expect([one.headers.get("etag"), plain.headers.get("etag")]).toEqual([etagOf(json), etagOf(json)])
})

test("If-None-Match matches the tag by itself, in a list, or as *", () => {
  const tag = etagOf(json)
  const asking = (text: string) => holds(new Headers({ "if-none-match": text }), tag)
  expect([asking(tag), asking(`"x", ${tag}`), asking("*")]).toEqual([true, true, true])
  expect([asking('W/"x"'), holds(new Headers(), tag)]).toEqual([false, false])
})
