import { expect, test } from "vitest"
import { isSecureAddress } from "./config"

test.each([
  ["https://identity.test/tenant", true],
  ["http://localhost:3000", true],
  ["http://127.0.0.1:4010/oidc", true],
  ["http://127.8.9.1", true],
  ["http://[::1]:3000", true],
  ["http://0x7f.1", true],
  ["http://identity.test", false],
  ["http://localhost.evil.test", false],
  ["http://127.0.0.1.evil.test", false],
  ["http://0.0.0.0:3000", false],
  ["http://192.168.1.2", false],
  ["http://dashboard:3000", false],
  ["ftp://localhost", false],
  ["localhost:3000", false],
  ["", false],
])("%j is a secure address: %s", (address, isSecure) => {
  expect(isSecureAddress(address)).toBe(isSecure)
})
