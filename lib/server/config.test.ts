import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { demoClient } from "@/service/identity/demo-client"
import { ConfigError, parseConfig } from "./config"

const whole = {
  DATABASE_URL: "postgres://user:planted-secret@127.0.0.1:5432/dashboard",
  REPORTING_API_URL: "https://platform.test/api/",
  REPORTING_TOKEN_URL: "https://platform.test/token",
  REPORTING_CLIENT_ID: "client",
  REPORTING_CLIENT_SECRET: "planted-secret",
  AUTH_OIDC_ISSUER: "https://identity.test/",
  AUTH_OIDC_CLIENT_ID: "client",
  AUTH_OIDC_CLIENT_SECRET: "planted-secret",
  NEXTAUTH_SECRET: "a secret of at least thirty-two characters",
  NEXTAUTH_URL: "https://reports.test/",
}

const faultsOf = (environment: Record<string, string | undefined>) => {
  try {
    parseConfig(environment)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.faults : [String(error)]
  }
}

// rules: Settings 2
test("the required settings are enough, and the others have defaults", () => {
  expect(parseConfig(whole)).toMatchObject({
    port: 3000,
    workspaceFile: ".data/workspace.json",
    rateLimit: 100,
    development: false,
    upstream: { apiUrl: "https://platform.test/api", scopePrefix: "svc.api" },
    session: {
      issuer: "https://identity.test/",
      scope: "openid profile email",
      roleClaim: "roles",
      origin: "https://reports.test",
    },
  })
})

test("AUTH_ACR_VALUES and AUTH_AMR_VALUES are lists, and AUTH_MAX_AGE may be 0", () => {
  const strong = { AUTH_ACR_VALUES: "one  two", AUTH_AMR_VALUES: "mfa", AUTH_MAX_AGE: "0" }
  expect(parseConfig({ ...whole, ...strong }).session).toMatchObject({
    acrValues: ["one", "two"],
    amrValues: ["mfa"],
    maxAgeSeconds: 0,
  })
})

test.each([
  [
    "HR team=hr, IT=admin;it = analyst",
    [
      ["hr team", ["hr"]],
      ["it", ["admin", "analyst"]],
    ],
  ],
  [
    '{"CN=HR,DC=x": "hr", "All": ["analyst", "hr"]}',
    [
      ["cn=hr,dc=x", ["hr"]],
      ["all", ["analyst", "hr"]],
    ],
  ],
])("AUTH_ROLE_MAP %s maps groups to roles, ignoring letter case", (AUTH_ROLE_MAP, pairs) => {
  const { roleMap } = parseConfig({ ...whole, AUTH_ROLE_MAP }).session
  expect([...(roleMap ?? [])]).toEqual(pairs)
})

test.each(["HR", "HR=boss", "=hr", "{", "{}", " "])(
  "AUTH_ROLE_MAP %j is refused",
  (AUTH_ROLE_MAP) => {
    expect(faultsOf({ ...whole, AUTH_ROLE_MAP }).join()).toContain("AUTH_ROLE_MAP")
  },
)

test("the build has a version, and a commit if GIT_COMMIT is set", () => {
  expect(parseConfig(whole).build).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: "unknown",
  })
  expect(parseConfig({ ...whole, GIT_COMMIT: "4bf92f3" }).build.commit).toBe("4bf92f3")
  expect(faultsOf({ ...whole, GIT_COMMIT: 'x"} 1' })).toEqual([
    "GIT_COMMIT must be a commit's hash, in hex digits.",
  ])
})

test("the demo is recognized by the client of the embedded identity provider", () => {
  const ofDemo = {
    ...whole,
    AUTH_OIDC_CLIENT_ID: demoClient.id,
    AUTH_OIDC_CLIENT_SECRET: demoClient.secret,
  }
  expect(parseConfig(ofDemo).isDemo).toBe(true)
  expect(parseConfig({ ...ofDemo, AUTH_OIDC_CLIENT_SECRET: "another" }).isDemo).toBe(false)
  expect(parseConfig(whole).isDemo).toBe(false)
})

test("secrets may be in files, and all faults are reported at once", () => {
  const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-config-"))
  const file = join(folder, "secret")
  writeFileSync(file, `${whole.NEXTAUTH_SECRET}\n`)
  const { NEXTAUTH_SECRET: _, ...others } = whole
  expect(parseConfig({ ...others, NEXTAUTH_SECRET_FILE: file }).session.secret).toBe(
    whole.NEXTAUTH_SECRET,
  )
  expect(
    parseConfig({ ...whole, NEXTAUTH_SECRET_PREVIOUS_FILE: file }).session.previousSecret,
  ).toBe(whole.NEXTAUTH_SECRET)
  const faults = faultsOf({
    ...others,
    NEXTAUTH_SECRET_FILE: join(folder, "away"),
    DATABASE_URL_FILE: file,
    PORT: "high",
    REPORTING_API_URL: undefined,
  })
  expect(faults).toEqual([
    "DATABASE_URL and DATABASE_URL_FILE are both set; keep one of them.",
    "NEXTAUTH_SECRET_FILE names a file that cannot be read (ENOENT).",
    "PORT must be a whole number.",
    "REPORTING_API_URL is not set.",
  ])
  rmSync(folder, { recursive: true })
})

// rules: Settings 2, Sessions and edits
test.each(Object.keys(whole))("a missing or empty %s is reported in one sentence", (name) => {
  expect(faultsOf({ ...whole, [name]: undefined })).toEqual([`${name} is not set.`])
  expect(faultsOf({ ...whole, [name]: "" })).toEqual([`${name} is not set.`])
})

// rules: Settings 2
test.each([
  ["PORT", "eighty", "PORT must be a whole number."],
  ["PORT", "70000", "PORT must be between 0 and 65535."],
  ["DATABASE_URL", "mysql://x", "DATABASE_URL must be a postgres:// address."],
  ["REPORTING_API_URL", "platform.test", "REPORTING_API_URL must be an http or https address."],
  ["REPORTING_RATE_LIMIT", "-1", "REPORTING_RATE_LIMIT must be a whole number."],
  ["AUTH_OIDC_ISSUER", "javascript:x", "AUTH_OIDC_ISSUER must be an http or https address."],
  ["AUTH_OIDC_SCOPE", "profile", "AUTH_OIDC_SCOPE must contain openid."],
  ["AUTH_ACR_VALUES", " ", "AUTH_ACR_VALUES must name at least one value."],
  [
    "AUTH_ID_TOKEN_ALGORITHM",
    "none",
    "AUTH_ID_TOKEN_ALGORITHM must be one of RS256, PS256, ES256, EdDSA.",
  ],
  ["AUTH_MAX_AGE", "1h", "AUTH_MAX_AGE must be a whole number."],
  ["NEXTAUTH_SECRET", "short", "NEXTAUTH_SECRET must have at least 32 characters."],
  [
    "NEXTAUTH_SECRET_PREVIOUS",
    "short",
    "NEXTAUTH_SECRET_PREVIOUS must have at least 32 characters.",
  ],
])("%s set to %j is reported with its valid values", (name, value, fault) => {
  expect(faultsOf({ ...whole, [name]: value })).toEqual([fault])
})

// rules: Settings 2
test.each(["AUTH_OIDC_ISSUER", "NEXTAUTH_URL"])(
  "%s may be http only on this machine, and the error says what to do",
  (name) => {
    for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000"])
      expect(faultsOf({ ...whole, [name]: `http://${host}` })).toEqual([])
    for (const host of ["reports.test", "dashboard:3000", "0.0.0.0", "10.0.0.1"])
      expect(faultsOf({ ...whole, [name]: `http://${host}/` })).toEqual([
        `${name} must begin with https://, unless its host is this machine (localhost, 127.0.0.1 or [::1]). Put TLS in front of it.`,
      ])
  },
)

test("REQUIRE_TLS requires a remote DATABASE_URL to verify TLS", () => {
  const plain = { ...whole, DATABASE_URL: "postgres://user:planted-secret@db.test/dashboard" }
  expect(faultsOf(plain)).toEqual([])
  expect(faultsOf({ ...plain, REQUIRE_TLS: "0" })).toEqual([])
  expect(faultsOf({ ...plain, REQUIRE_TLS: "yes" })).toEqual(["REQUIRE_TLS must be 0 or 1."])
  expect(faultsOf({ ...plain, REQUIRE_TLS: "1" })).toEqual([
    "DATABASE_URL must end with sslmode=verify-full, since it leaves this machine.",
  ])
  const DATABASE_URL = `${plain.DATABASE_URL}?sslmode=verify-full`
  expect(faultsOf({ ...plain, REQUIRE_TLS: "1", DATABASE_URL })).toEqual([])
})

test.each(["REDIS_URL", "REDIS_URL_FILE", "REDIS_PREFIX"])(
  "%s is no longer a setting and is refused with its replacement",
  (name) => {
    expect(faultsOf({ ...whole, [name]: "" })).toEqual([])
    expect(faultsOf({ ...whole, [name]: "planted" })).toEqual([
      `${name} is no longer a setting: instances share their state in PostgreSQL (DATABASE_URL). Remove it.`,
    ])
  },
)

test.each(["COPY_CHECK_PERCENT", "SESSION_DAYS", "RECENT_DAYS"])(
  "%s is no longer a setting and is refused",
  (name) => {
    expect(faultsOf({ ...whole, [name]: "7" })).toEqual([
      expect.stringContaining(`${name} is no longer a setting: `),
    ])
  },
)

test("the OpenTelemetry setting that no longer exists is refused, and other OTEL variables are ignored", () => {
  expect(faultsOf({ ...whole, OTEL_EXPORTER_OTLP_ENDPOINT: "http://planted.test" })).toEqual([
    "OTEL_EXPORTER_OTLP_ENDPOINT is no longer a setting: no spans are sent, and the log has the traceparent of each request. Remove it.",
  ])
  expect(faultsOf({ ...whole, OTEL_METRICS_EXPORTER: "none", OTEL_LOG_LEVEL: "info" })).toEqual([])
})

test("every fault is reported at once, without the value", () => {
  const faults = faultsOf({ ...whole, PORT: "planted-port", REPORTING_CLIENT_ID: "" })
  expect(faults).toEqual(["PORT must be a whole number.", "REPORTING_CLIENT_ID is not set."])
})
