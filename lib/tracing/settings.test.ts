import { expect, test } from "vitest"
import { readTracingSettings } from "./settings"

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example:4318/" }

test.each([
  {},
  { OTEL_SERVICE_NAME: "x", OTEL_TRACES_SAMPLER: "always_on" },
  { OTEL_EXPORTER_OTLP_ENDPOINT: "" },
  { ...endpoint, OTEL_SDK_DISABLED: "TRUE" },
  { ...endpoint, OTEL_TRACES_EXPORTER: "none" },
])("tracing is off with %o", (environment) => {
  expect(readTracingSettings(environment)).toEqual({ settings: undefined, faults: [] })
})

test("a collector switches it on, for whole traces that others begin too", () => {
  expect(readTracingSettings(endpoint).settings).toEqual({
    url: "http://collector.example:4318/v1/traces",
    headers: {},
    sampling: { ratio: 1, followsParent: true },
  })
})

test("the address for traces is taken as it is, before the general one", () => {
  const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = "https://traces.example/in"
  const { settings } = readTracingSettings({ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT })
  expect(settings?.url).toBe("https://traces.example/in")
})

test.each([
  ["always_off", undefined, { ratio: 0, followsParent: false }],
  ["traceidratio", "0.25", { ratio: 0.25, followsParent: false }],
  ["parentbased_traceidratio", "", { ratio: 1, followsParent: true }],
  ["parentbased_always_on", "9", { ratio: 1, followsParent: true }],
])("the sampler %s with %o is %o", (name, argument, sampling) => {
  const given = { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument }
  expect(readTracingSettings({ ...endpoint, ...given })).toMatchObject({
    settings: { sampling },
    faults: [],
  })
})

test("headers are pairs, percent-encoded", () => {
  const OTEL_EXPORTER_OTLP_HEADERS = "authorization=Bearer%20planted, x-scope=a=b"
  expect(
    readTracingSettings({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS }).settings?.headers,
  ).toEqual({
    authorization: "Bearer planted",
    "x-scope": "a=b",
  })
})

test("each variable that is wrong is named, and no value is", () => {
  const { faults } = readTracingSettings({
    ...endpoint,
    OTEL_TRACES_SAMPLER: "planted",
    OTEL_EXPORTER_OTLP_HEADERS: "planted",
  })
  expect(faults).toEqual([
    "OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio.",
    "OTEL_EXPORTER_OTLP_HEADERS must be pairs name=value, divided by commas.",
  ])
  for (const argument of ["2", "-1", "planted", "NaN"]) {
    const given = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: argument }
    expect(readTracingSettings({ ...endpoint, ...given }).faults).toEqual([
      "OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.",
    ])
  }
  const OTEL_EXPORTER_OTLP_ENDPOINT = "planted:4318"
  expect(readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT }).faults).toEqual([
    "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address.",
  ])
})
