import { expect, test } from "vitest"
import { deriveKey, openText, sealText } from "."

const secret = "a secret of at least 32 characters"
const key = deriveKey(secret, "cursor")

test("a sealed text opens under its key, and two of one text differ", () => {
  const [one, other] = [sealText("Ångström 💥", key), sealText("Ångström 💥", key)]
  expect(openText(one, key)).toBe("Ångström 💥")
  expect(one).not.toBe(other)
})

test("under the key of another purpose or secret nothing opens", () => {
  const sealed = sealText("planted", key)
  for (const foreign of [deriveKey(secret, "token"), deriveKey(`${secret}!`, "cursor")])
    expect(() => openText(sealed, foreign)).toThrow()
})

test("a text with any character changed, cut or added does not open", () => {
  const sealed = sealText("planted", key)
  const changed = [...sealed].map(
    (character, at) => sealed.slice(0, at) + (character === "A" ? "B" : "A") + sealed.slice(at + 1),
  )
  for (const text of [...changed, sealed.slice(1), sealed.slice(0, -1), `${sealed}A`, `${sealed}=`])
    expect(() => openText(text, key)).toThrow()
})
