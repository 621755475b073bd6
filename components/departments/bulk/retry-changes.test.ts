import { describe, expect, test } from "vitest"
import { diffDocuments, type JsonDocument } from "@/lib/json-patch"
import { retryChanges } from "./batch-retry"

const item = (patch: unknown) => ({ recordId: "a", patch: JSON.stringify(patch) })
function retry(patch: unknown, current: JsonDocument) {
  const desired = retryChanges([item(patch)])[0]?.desire(current)
  return desired && "target" in desired ? desired.target : undefined
}

test("a retry writes the same values to the current record and keeps its other fields", () => {
  const patch = [
    { op: "test", path: "/city", value: "Oslo" },
    { op: "replace", path: "/city", value: "Moss" },
  ]
  expect(retry(patch, { city: "Bergen", name: "changed" })).toEqual({
    city: "Moss",
    name: "changed",
  })
})

test("a change that no longer fits the record cannot be retried", () => {
  const patch = [{ op: "replace", path: "/phoneNumber/number", value: "1" }]
  expect(retry(patch, { phoneNumber: null })).toBeUndefined()
})

const locale = (culture: string, description: string | null = null) => ({ culture, description })
const before = {
  city: "Oslo",
  locales: [locale("da", "Velkommen til afdelingen"), locale("en")],
  selectedCultures: ["da-DK", "en-GB", "de-DE"],
}
const welcome = {
  ...before,
  city: "Moss",
  locales: [locale("da", "Velkommen til afdelingen"), locale("en", "Welcome")],
}
const withoutEnglish = { ...before, selectedCultures: ["da-DK", "de-DE"] }

describe("a change to a list position", () => {
  test("is retried if its list is unchanged, even if another list changed", () => {
    const now = { ...before, city: "Bergen", selectedCultures: ["nb-NO"] }
    expect(retry(diffDocuments(before, welcome), now)).toEqual({
      ...welcome,
      selectedCultures: ["nb-NO"],
    })
  })

  test("is retried if its element is unchanged, even if other elements changed", () => {
    const now = { ...before, locales: [locale("da", "Hej"), locale("en")] }
    expect(retry(diffDocuments(before, welcome), now)).toMatchObject({
      locales: [locale("da", "Hej"), locale("en", "Welcome")],
    })
  })

  test.each<[string, JsonDocument, JsonDocument]>([
    ["a text", welcome, { locales: [locale("de"), ...before.locales] }],
    [
      "an element less",
      withoutEnglish,
      { selectedCultures: ["nb-NO", ...before.selectedCultures] },
    ],
    [
      "an element more",
      { selectedCultures: ["da-DK", "nb-NO", "en-GB", "de-DE"] },
      { selectedCultures: ["en-GB", "de-DE"] },
    ],
  ])("cannot be retried if another element is at the position: %s", (_, after, now) => {
    const patch = diffDocuments(before, { ...before, ...after })
    expect(retry(patch, { ...before, ...now })).toBeUndefined()
  })

  test("respects a test of the whole record, but only for its own field", () => {
    const patch = diffDocuments(before, { ...withoutEnglish, email: "a@b.test" })
    expect(patch[0]).toMatchObject({ op: "test", path: "" })
    const now = { ...before, city: "Bergen" }
    expect(retry(patch, now)).toEqual({
      ...withoutEnglish,
      city: "Bergen",
      email: "a@b.test",
    })
    const selectedCultures = ["nb-NO", ...before.selectedCultures]
    expect(retry(patch, { ...now, selectedCultures })).toBeUndefined()
  })

  test.each([
    [[{ op: "remove", path: "/selectedCultures/1" }]],
    [
      [
        { op: "test", path: "/selectedCultures/0", value: "da-DK" },
        { op: "remove", path: "/selectedCultures/1" },
      ],
    ],
    [[{ op: "copy", from: "/selectedCultures/1", path: "/city" }]],
  ])("cannot be retried if the patch does not test the old element: %j", (patch) => {
    expect(retry(patch, before)).toBeUndefined()
  })
})
