import { expect, test } from "vitest"
import { decryptBytes, decryptText, deriveKey, encryptBytes, encryptText } from "./"

const secret = "a secret of at least 32 characters"
const key = deriveKey(secret, "cursor")

test("a text can be decrypted with its key, and encrypting it twice gives different results", () => {
  const [one, other] = [encryptText("Ångström 💥", key), encryptText("Ångström 💥", key)]
  expect(decryptText(one, key)).toBe("Ångström 💥")
  expect(one).not.toBe(other)
})

test("a text that an earlier version encrypted can be decrypted, and no nonce repeats", () => {
  const earlier = "9Z_dQ5WBB_kKwIPbGad85Ox8rr-2TpbHESook7tWTtuO54osa6H4zWzLkw"
  expect(decryptText(earlier, new Uint8Array(32))).toBe("Ångström 💥")
  const texts = Array.from({ length: 2000 }, () => encryptText("", key).slice(0, 16))
  expect(new Set(texts).size).toBe(2000)
})

test("any bytes round-trip through encryption", () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
  expect(decryptBytes(encryptBytes(bytes, key), key)).toEqual(bytes)
})

test("decryption fails with the key of another purpose or secret", () => {
  const encrypted = encryptText("planted", key)
  for (const foreign of [deriveKey(secret, "token"), deriveKey(`${secret}!`, "cursor")])
    expect(() => decryptText(encrypted, foreign)).toThrow()
})

test("decryption fails if any character is changed, removed or added", () => {
  const encrypted = encryptText("planted", key)
  const changed = [...encrypted].map(
    (character, at) =>
      encrypted.slice(0, at) + (character === "A" ? "B" : "A") + encrypted.slice(at + 1),
  )
  for (const text of [
    ...changed,
    encrypted.slice(1),
    encrypted.slice(0, -1),
    `${encrypted}A`,
    `${encrypted}=`,
  ])
    expect(() => decryptText(text, key)).toThrow()
})
