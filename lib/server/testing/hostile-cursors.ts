import { createHash } from "node:crypto"

const printJson = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Token headers that a reader of another format might accept. */
const heads: readonly object[] = [
  { alg: "none" },
  { alg: "none", enc: "none" },
  { alg: "dir", enc: "A128GCM" },
  { alg: "dir", enc: "A128CBC-HS256" },
  { alg: "dir", enc: "A256GCM", zip: "DEF" },
  { alg: "dir", enc: "A256GCM", crit: ["exp"], exp: 1 },
  { alg: "HS256" },
  { alg: "RSA-OAEP", enc: "A256GCM" },
  { alg: "PBES2-HS256+A128KW", enc: "A256GCM", p2s: "AAAA", p2c: 2_147_483_647 },
  { alg: "ECDH-ES", enc: "A256GCM", epk: { kty: "EC" } },
  { alg: "dir", enc: "A256GCM", jku: "http://evil.test/keys" },
  { alg: "dir", enc: "A256GCM", kid: "../../dev/null" },
]

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

const plain = [
  "limit=100&cursor=abc",
  "0",
  "null",
  "true",
  "[]",
  "{}",
  "%00",
  "%27%20or%201=1--",
  "../../../etc/passwd",
  "http://evil.test/next",
  "a.b",
  "....",
  ".....",
  "%F0%9F%92%A5",
  printJson({
    path: "/v1.4/departments",
    visibility: "users",
    search: "limit=1000",
    issuedAt: 9e15,
  }),
]

const noise = (index: number) => createHash("sha512").update(`${index}`).digest("base64url")

/**
 * Cursors with one character changed, at every position: by its last bit, and to another letter.
 */
function flips(good: string): string[] {
  return [...good].flatMap((character, at) =>
    [alphabet[alphabet.indexOf(character) ^ 1], character === "A" ? "B" : "A"].map(
      (next) => good.slice(0, at) + next + good.slice(at + 1),
    ),
  )
}

/**
 * Cursors that were not issued for this list. `own` is valid; `foreign` are encrypted for other
 * lists or people or with other keys.
 */
export function hostileCursors(own: string, foreign: readonly string[], count: number): string[] {
  const cut = Array.from({ length: 40 }, (_, index) => own.slice(0, -2 * (index + 1)))
  const tails = ["A", "AAAA", ".", ".AAAA", "%00", "%20x", own].map((tail) => own + tail)
  const forged = [
    ...foreign,
    ...heads.map((head) => [printJson(head), "", noise(1), own, noise(2)].join(".")),
    ...plain,
    ...tails,
    own.split("").toReversed().join(""),
    own.toLowerCase(),
    `${own}=`,
    Buffer.from(own, "base64url").toString("base64"),
    "A".repeat(8193),
    `${own.slice(0, 60)}${"A".repeat(8000)}`,
    ...cut,
    ...Array.from({ length: 100 }, (_, index) => `${noise(index)}.${noise(index + 1)}`),
    ...Array.from({ length: 60 }, (_, index) => own.slice(0, 16) + noise(index) + noise(-index)),
    ...flips(own),
  ]
  const different = [...new Set(forged)].filter((cursor) => cursor !== own)
  if (different.length < count) throw new Error(`There are ${different.length} cursors only.`)
  return different.slice(0, count)
}
