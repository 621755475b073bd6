import { expect, test } from "vitest"
import { assertLoopbackOnly, ExposedIdentityError, parseLoopbackUrl } from "./loopback"

test.each(["http://localhost:3000/x", "http://127.0.0.1/", "https://[::1]:8443/a?b=c"])(
  "%s is a loopback address",
  (text) => {
    expect(parseLoopbackUrl(text)?.href).toBe(text)
  },
)

test.each([
  "http://example.com/",
  "http://localhost.example.com/",
  "http://127.0.0.1.example.com/",
  "http://localhost@example.com/",
  "http://somebody@localhost/",
  "http://localhost/#x",
  "javascript:alert(1)//localhost",
  "//localhost/",
  "",
])("%s is no loopback address", (text) => {
  expect(parseLoopbackUrl(text)).toBeUndefined()
})

test("the identity server must listen and be published on loopback only", () => {
  expect(() => assertLoopbackOnly("127.0.0.1", "http://localhost:4010/api")).not.toThrow()
  expect(() => assertLoopbackOnly("0.0.0.0", "http://localhost:4010/api")).toThrow(
    ExposedIdentityError,
  )
  expect(() => assertLoopbackOnly("127.0.0.1", "https://reports.example.com/api")).toThrow(
    "SERVICE_PUBLIC_URL must name a loopback host, because the embedded identity's password is public.",
  )
})
