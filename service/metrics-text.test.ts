import { expect, test } from "vitest"
import { printMetrics } from "./metrics-text"

test("A metric has its help and type and a line for each sample.", () => {
  const text = printMetrics([
    {
      name: "requests_total",
      help: "Requests.",
      type: "counter",
      samples: [
        { labels: { operation: "departments", status: "200" }, value: 3 },
        { suffix: "_sum", value: 0.25 },
      ],
    },
    { name: "nothing", help: "None yet.", type: "gauge", samples: [] },
  ])
  expect(text).toBe(`# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{operation="departments",status="200"} 3
requests_total_sum 0.25
# HELP nothing None yet.
# TYPE nothing gauge
`)
})

test.each([
  ["a quote", 'a"b', 'a\\"b'],
  ["a backslash", "a\\b", "a\\\\b"],
  ["a line's end", "a\nb", "a\\nb"],
])("A label's value with %s is escaped.", (_, value, printed) => {
  const samples = [{ labels: { label: value }, value: 1 }]
  const text = printMetrics([{ name: "metric", help: "Help.", type: "gauge", samples }])
  expect(text).toContain(`metric{label="${printed}"} 1\n`)
})

test.each([
  [Number.POSITIVE_INFINITY, "+Inf"],
  [Number.NEGATIVE_INFINITY, "-Inf"],
  [Number.NaN, "NaN"],
  [1e21, "1e+21"],
])("The value %d is printed as Prometheus reads it.", (value, printed) => {
  const text = printMetrics([
    { name: "metric", help: "Help.", type: "gauge", samples: [{ value }] },
  ])
  expect(text).toContain(`\nmetric ${printed}\n`)
})
