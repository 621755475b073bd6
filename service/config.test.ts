import { expect, test } from "vitest"
import { readConfig, ServiceConfigError } from "./config"

const database = { SERVICE_DATABASE_URL: "postgres://somebody@127.0.0.1/service" }

test("only the database is required, and the other settings have their documented defaults", () => {
  expect(readConfig(database)).toEqual({
    host: "127.0.0.1",
    build: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), commit: "unknown" },
    port: 4010,
    databaseUrl: database.SERVICE_DATABASE_URL,
    rateLimit: 100,
    tokenTtlSeconds: 3600,
    cursorTtlSeconds: 21_600,
    demoScale: 1,
    workspaceFile: ".data/workspace.json",
    scopePrefix: "svc.api",
    logLevel: "info",
  })
})

test("every setting is read", () => {
  const config = readConfig({
    ...database,
    SERVICE_PORT: "0",
    SERVICE_RATE_LIMIT: "0",
    SERVICE_TOKEN_TTL: "60",
    SERVICE_CURSOR_TTL: "5",
    SERVICE_DEMO_SCALE: "0.05",
    SERVICE_WORKSPACE_FILE: "/tmp/workspace.json",
    SERVICE_PUBLIC_URL: "http://localhost:8080/api",
    SERVICE_ISSUER: "http://127.0.0.1:8081/oidc",
    SERVICE_LOG_LEVEL: "silent",
  })
  expect(config).toMatchObject({
    port: 0,
    rateLimit: 0,
    tokenTtlSeconds: 60,
    cursorTtlSeconds: 5,
    demoScale: 0.05,
    workspaceFile: "/tmp/workspace.json",
    publicUrl: "http://localhost:8080/api",
    issuer: "http://127.0.0.1:8081/oidc",
    logLevel: "silent",
  })
})

test("an empty variable counts as absent", () => {
  expect(readConfig({ ...database, SERVICE_PORT: "" }).port).toBe(4010)
})

test("the removed OpenTelemetry setting is refused, and other OpenTelemetry variables are not", () => {
  expect(() =>
    readConfig({ ...database, OTEL_EXPORTER_OTLP_ENDPOINT: "http://planted.test" }),
  ).toThrow(
    "OTEL_EXPORTER_OTLP_ENDPOINT is no longer a setting: no spans are sent, and the log has the traceparent of each request. Remove it.",
  )
  expect(
    readConfig({ ...database, OTEL_EXPORTER_OTLP_ENDPOINT: "", OTEL_LOG_LEVEL: "info" }).port,
  ).toBe(4010)
})

test.each(["SERVICE_POOL_SIZE", "SERVICE_SCOPE_PREFIX"])("%s is no longer a setting", (name) => {
  expect(() => readConfig({ ...database, [name]: "1" })).toThrow(`${name} is no longer a setting: `)
})

test("a missing database URL is reported with the command that provides one", () => {
  expect(() => readConfig({})).toThrow(
    "SERVICE_DATABASE_URL is missing; `npm run service` provides a database, or give a postgres:// URL.",
  )
})

test.each([
  ["SERVICE_DATABASE_URL", "mysql://somewhere"],
  ["SERVICE_PORT", "65536"],
  ["SERVICE_PORT", "http"],
  ["SERVICE_RATE_LIMIT", "-1"],
  ["SERVICE_TOKEN_TTL", "1h"],
  ["SERVICE_CURSOR_TTL", "0"],
  ["SERVICE_DEMO_SCALE", "0"],
  ["SERVICE_DEMO_SCALE", "101"],
  ["SERVICE_PUBLIC_URL", "/api"],
  ["SERVICE_PUBLIC_URL", "http://localhost:4010/api/"],
  ["SERVICE_PUBLIC_URL", "http://localhost:4010/api?x=1"],
  ["SERVICE_ISSUER", "http://127.0.0.1:8081"],
  ["SERVICE_LOG_LEVEL", "loud"],
  ["GIT_COMMIT", "main"],
])("an invalid %s (%s) is reported in one sentence with its name", (name, text) => {
  let message = ""
  try {
    readConfig({ ...database, [name]: text })
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceConfigError)
    message = (error as ServiceConfigError).message
  }
  expect(message).toMatch(new RegExp(`^${name} .*\\.$`))
  expect(message.split("\n")).toHaveLength(1)
})

test("several errors are reported in separate sentences", () => {
  expect(() => readConfig({ SERVICE_PORT: "x", SERVICE_DEMO_SCALE: "x" })).toThrow(
    /SERVICE_PORT .*\nSERVICE_DATABASE_URL .*\nSERVICE_DEMO_SCALE .*/,
  )
})
