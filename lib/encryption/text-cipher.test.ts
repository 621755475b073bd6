import { expect, test } from "vitest"
import { createTextCipher } from "./text-cipher"

const old = "a secret of at least 32 characters"
const next = "another secret of 32 characters!"
const purposes = ["session", "token", "cursor", "shown people"]

test.each(purposes)(
  "A text of the purpose %s can be decrypted with either secret, and is encrypted with the current one.",
  (purpose) => {
    const before = createTextCipher({ secret: old }, purpose)
    const both = createTextCipher({ secret: next, previousSecret: old }, purpose)
    const after = createTextCipher({ secret: next }, purpose)
    expect(both.decrypt(before.encrypt("planted"))).toBe("planted")
    expect(after.decrypt(both.encrypt("planted"))).toBe("planted")
    expect(() => before.decrypt(both.encrypt("planted"))).toThrow()
    expect(() => after.decrypt(before.encrypt("planted"))).toThrow()
  },
)

test("Decryption fails for another purpose, a third secret or a changed text.", () => {
  const both = createTextCipher({ secret: next, previousSecret: old }, "cursor")
  const token = createTextCipher({ secret: old }, "token").encrypt("planted")
  const foreign = createTextCipher({ secret: `${old}!` }, "cursor").encrypt("planted")
  const own = createTextCipher({ secret: old }, "cursor").encrypt("planted")
  for (const text of [token, foreign, `${own}A`, own.slice(1), ""])
    expect(() => both.decrypt(text)).toThrow()
})
