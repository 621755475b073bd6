import { expect, test } from "vitest"
import { readTraceContext, splitTraceparent } from "./trace-context"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const spanId = "b7ad6b7169203331"
const good = `00-${traceId}-${spanId}-01`

const read = (traceparent: string | null, tracestate?: string) =>
  readTraceContext((name) => (name === "traceparent" ? traceparent : tracestate))

test("a trace is read from its headers, with its state", () => {
  expect(read(good)).toEqual({ traceparent: good })
  expect(read(good, "congo=t61rcWkgMzE, rojo=00f067aa0ba902b7")).toEqual({
    traceparent: good,
    tracestate: "congo=t61rcWkgMzE, rojo=00f067aa0ba902b7",
  })
  expect(splitTraceparent(good)).toEqual({ traceId, spanId, flags: 1 })
  expect(splitTraceparent(`${good.slice(0, -2)}fe`)).toMatchObject({ flags: 0 })
})

test.each([
  null,
  "",
  `${good} `,
  `${good}-00`,
  good.toUpperCase(),
  good.slice(0, -1),
  `ff-${traceId}-${spanId}-01`,
  `01-${traceId}-${spanId}-01`,
  `00-${"0".repeat(32)}-${spanId}-01`,
  `00-${traceId}-${"0".repeat(16)}-01`,
  `00-${traceId}-${spanId}-0g`,
  `${good}, ${good}`,
  `${good}\r\nx: y`,
])("%o names no trace", (traceparent) => {
  expect(read(traceparent)).toBeUndefined()
})

test.each([
  "no pair",
  "a=b,",
  "A=b",
  `a=${"b".repeat(600)}`,
  Array.from({ length: 33 }, (_, index) => `k${index}=v`).join(","),
  "a=ä",
  "a=b\u0000",
])("a state such as %o is left out", (tracestate) => {
  expect(read(good, tracestate)).toEqual({ traceparent: good })
})

test("a hostile state takes no time", () => {
  const started = performance.now()
  read(good, `${"a=b, \t".repeat(80)}!`)
  read(good, `a${"=".repeat(500)}`)
  read(good, `a=${" ".repeat(505)}`)
  expect(performance.now() - started).toBeLessThan(100)
})
