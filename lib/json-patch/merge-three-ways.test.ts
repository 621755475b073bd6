import { expect, test } from "vitest"
import { type FieldMerge, type JsonDocument, mergeThreeWays } from "."

type Sides = readonly [base: JsonDocument, mine: JsonDocument, theirs: JsonDocument]

const cases: readonly (readonly [string, Sides, state: FieldMerge["state"] | undefined])[] = [
  ["that nobody changed is left out", [{ a: [1] }, { a: [1] }, { a: [1] }], undefined],
  ["that only I changed is mine", [{ a: 1 }, { a: 2 }, { a: 1 }], "mine"],
  ["that only they changed is theirs", [{ a: 1 }, { a: 1 }, { a: 2 }], "theirs"],
  [
    "that both made the same is the same",
    [{ a: 1 }, { a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }],
    "same",
  ],
  ["that both changed is in conflict", [{ a: 1 }, { a: 2 }, { a: 3 }], "conflict"],
  ["that I emptied and they changed is in conflict", [{ a: 1 }, { a: null }, { a: 3 }], "conflict"],
  ["that is missing is null", [{}, { a: null }, {}], undefined],
  ["that they left out and I changed is in conflict", [{ a: 1 }, { a: 2 }, {}], "conflict"],
]

test.each(cases)("a field %s", (_, [base, mine, theirs], state) => {
  const values = { base: base["a"] ?? null, mine: mine["a"] ?? null, theirs: theirs["a"] ?? null }
  const expected = state === undefined ? [] : [{ field: "a", ...values, state }]
  expect(mergeThreeWays(base, mine, theirs)).toEqual(expected)
})

test("fields are returned in their order", () => {
  const base = { c: 1, a: 1, b: 1 }
  const merged = mergeThreeWays(base, { ...base, b: 2, c: 2 }, { ...base, a: 3, d: 1 })
  expect(merged.map(({ field, state }) => `${field} ${state}`)).toEqual([
    "c mine",
    "a theirs",
    "b mine",
    "d theirs",
  ])
})
