import { expect, test } from "vitest"
import { traceparentOf } from "./traceparent"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const spanId = "b7ad6b7169203331"
const good = `00-${traceId}-${spanId}-01`

test.each([good, good.replace(/01$/, "00")])("%s is kept", (given) => {
  expect(traceparentOf(given)).toBe(given)
})

test.each([
  undefined,
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
  `${good}\n`,
])("%j is invalid", (given) => {
  expect(traceparentOf(given)).toBeUndefined()
})
