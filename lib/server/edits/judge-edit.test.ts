import { describe, expect, test } from "vitest"
import type { JsonPatchOperation } from "../../json-patch"
import { judgeEdit } from "./judge-edit"
import type { EditVerdict } from "./table"

const record = {
  name: "Oslo",
  email: null,
  phoneNumber: { countryCode: "47", number: "1" },
  selectedCultures: ["nb", "en"],
}
const set = (path: string, value: unknown): JsonPatchOperation => ({ op: "replace", path, value })
const was = (path: string, value: unknown): JsonPatchOperation => ({ op: "test", path, value })

const cases: readonly (readonly [string, readonly JsonPatchOperation[], EditVerdict])[] = [
  ["its values are there", [was("/name", "Bergen"), set("/name", "Oslo")], "applied"],
  [
    "its nested values are there",
    [set("/phoneNumber/number", "1"), set("/selectedCultures/1", "en")],
    "applied",
  ],
  ["the last of its writes is there", [set("/name", "x"), set("/name", "Oslo")], "applied"],
  ["the field is empty that it removes", [{ op: "remove", path: "/email" }], "applied"],
  [
    "an equal object is there",
    [set("/phoneNumber", { number: "1", countryCode: "47" })],
    "applied",
  ],
  ["all is as it tested for", [was("/name", "Oslo"), set("/name", "Bergen")], "not_applied"],
  [
    "half of it is there and half is as before",
    [was("/name", "Bergen"), set("/name", "Oslo"), was("/email", null), set("/email", "a@b.test")],
    "changed",
  ],
  ["the field is neither old nor new", [was("/name", "A"), set("/name", "B")], "changed"],
  ["there is nothing that it tested for", [set("/name", "Bergen")], "undetermined"],
  [
    "it moves something, and what it tested for is gone",
    [was("/name", "A"), { op: "move", from: "/name", path: "/email" }],
    "undetermined",
  ],
  [
    "it adds to an array that is as before",
    [
      was("/selectedCultures", ["nb", "en"]),
      { op: "add", path: "/selectedCultures/-", value: "da" },
    ],
    "not_applied",
  ],
  [
    "it added to an array that it tested for",
    [was("/selectedCultures", ["nb"]), { op: "add", path: "/selectedCultures/1", value: "en" }],
    "applied",
  ],
  [
    "it took an element out of an array that it tested for",
    [was("/selectedCultures", ["nb", "da", "en"]), { op: "remove", path: "/selectedCultures/1" }],
    "applied",
  ],
  [
    "it added to an array that has changed further",
    [was("/selectedCultures", ["nb"]), { op: "add", path: "/selectedCultures/1", value: "da" }],
    "changed",
  ],
  [
    "one of its writes lies inside another",
    [set("/phoneNumber", { countryCode: "45" }), set("/phoneNumber/number", "1")],
    "undetermined",
  ],
  ["it changes nothing", [], "applied"],
]

describe("An edit with an unknown outcome is judged by the record read back", () => {
  // rules: Patches
  test.each(cases)("if %s", (_, operations, verdict) => {
    expect(judgeEdit(operations, record)).toBe(verdict)
  })
})
