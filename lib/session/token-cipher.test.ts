import { expect, test } from "vitest"
import { createTokenCipher } from "./session"

test("tokens open for the session that they were sealed for, under its secret", () => {
  const { encrypt, decrypt: open } = createTokenCipher({
    secret: "a secret of at least 32 characters",
  })
  const tokens = { access: "planted", refresh: "planted too", rolesFrom: "userinfo" } as const
  const encrypted = encrypt("session", tokens)
  expect(encrypted).not.toContain("planted")
  expect(open("session", encrypted)).toEqual(tokens)
  expect(open("another session", encrypted)).toBeUndefined()
  expect(open("session", "no sealed text")).toBeUndefined()
  const stranger = createTokenCipher({ secret: "another secret of 32 characters!" })
  expect(stranger.decrypt("session", encrypted)).toBeUndefined()
})
