import { expect, test } from "vitest"
import { requestIdOf } from "./request-id"

const fresh = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/

test.each(["a", "planted-id.1", "4bf92f3577b34da6a3ce929d0e0e4736", "proxy:7_2", "x".repeat(100)])(
  "%s is kept",
  (given) => {
    expect(requestIdOf(given)).toBe(given)
  },
)

test.each([
  [undefined],
  [null],
  [""],
  [" a"],
  ["a b"],
  ["x".repeat(101)],
  ["1".repeat(4000)],
  ["../../etc/passwd"],
  ["-1"],
  ["=cmd"],
  ['a","level":60,"msg":"planted'],
  ["a\nb"],
  ["a\n"],
  ["a\u0000"],
  ["a\u001b[31m"],
  ["a\u2028b"],
  ["é"],
  ["$(jndi:x)"],
  ["one, other"],
])("%j is invalid, and a new id is created each time", (given) => {
  const [one, other] = [requestIdOf(given), requestIdOf(given)]
  expect(one).toMatch(fresh)
  expect(other).toMatch(fresh)
  expect(one).not.toBe(other)
})
