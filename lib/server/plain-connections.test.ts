import { expect, test } from "vitest"
import { judgeConnections } from "./plain-connections"

const encrypted = {
  databaseUrl: "postgres://user:planted@db.test/dashboard?sslmode=verify-full",
  apiUrl: "https://platform.test/api",
  tokenUrl: "https://platform.test/token",
}

test("connections over TLS, and those on this machine, are accepted", () => {
  expect(judgeConnections(encrypted)).toEqual([])
  for (const host of ["localhost", "127.0.0.1", "[::1]"])
    expect(
      judgeConnections({
        databaseUrl: `postgres://user@${host}:5432/dashboard`,
        apiUrl: `http://${host}:4010/api`,
        tokenUrl: `http://${host}:4010/oidc/token`,
      }),
    ).toEqual([])
  const socket = "postgres:///dashboard?user=user&host=/var/run/postgresql"
  expect(judgeConnections({ ...encrypted, databaseUrl: socket })).toEqual([])
})

test.each([
  ["databaseUrl", "postgres://user:planted@db.test/dashboard", "DATABASE_URL"],
  ["databaseUrl", "postgres://user:planted@db.test/x?sslmode=require", "DATABASE_URL"],
  ["databaseUrl", "postgres://user:planted@db.test/x?sslmode=no-verify", "DATABASE_URL"],
  ["databaseUrl", "postgres://user@localhost/x?host=db.test", "DATABASE_URL"],
  ["apiUrl", "http://platform.test/api", "REPORTING_API_URL"],
  ["apiUrl", "http://127.0.0.1.evil.test/api", "REPORTING_API_URL"],
  ["tokenUrl", "http://10.0.0.1/token", "REPORTING_TOKEN_URL"],
])("%s as %s is reported by its setting, without a value", (name, url, setting) => {
  const [sentence, ...others] = judgeConnections({ ...encrypted, [name]: url })
  expect(sentence).toMatch(new RegExp(`^${setting} must `))
  expect(sentence).not.toContain("planted")
  expect(others).toEqual([])
})
