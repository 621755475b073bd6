import { expect, test } from "vitest"
import { readTargetDraft, type TargetDraft, targetDraftOf } from "./target-draft"

const draft = (...values: string[]): TargetDraft => ({
  id: 0,
  name: " Budget ",
  steps: values.map((value, id) => ({ id, from: `202${9 - id}-01-01`, value })),
})
const target = (...values: number[]) => ({
  ok: true,
  target: {
    name: "Budget",
    steps: values.map((value, id) => ({ from: `202${9 - id}-01-01`, value })).toReversed(),
  },
})

test.each([
  ["en", "50,000", " 1234.5 "],
  ["da", "50.000", "1.234,5"],
  ["de", "50.000", "1234,5"],
])(
  "a target that is typed in %s as %s and as %s is meant as it is read there",
  (locale, ...typed) => {
    expect(readTargetDraft(draft(...typed), locale)).toEqual(target(50_000, 1234.5))
  },
)

test("a target of which a number can be read in two ways is refused, and both are named", () => {
  expect(readTargetDraft(draft("7", "50.000"), "en")).toEqual({
    ok: false,
    unclear: { text: "50.000", meanings: [50, 50_000] },
  })
})

test.each([
  ["no name", { ...draft("5"), name: "" }],
  ["a sign in its name that parts its steps", { ...draft("5"), name: "A@B" }],
  ["no number", draft("much")],
  ["thousands that are not of three digits", draft("5,00")],
  ["no day", { ...draft(), steps: [{ id: 0, from: "", value: "5" }] }],
  ["a day twice", { ...draft(), steps: [...draft("5").steps, ...draft("6").steps] }],
])("a target with %s is refused", (_, faulty) => {
  expect(readTargetDraft(faulty, "en")).toEqual({ ok: false })
})

test.each(["en", "da", "de"])("a target is written in %s as it is read there", (locale) => {
  const { target: known } = target(50_000, 1234.5, 1.125, -0.001)
  expect(readTargetDraft(targetDraftOf(known, locale), locale)).toEqual({ ok: true, target: known })
})

test("a target keeps the period that it says, and one that says none says none", () => {
  const { target: plain } = target(5)
  for (const given of [plain, { ...plain, period: "quarter" as const }])
    expect(readTargetDraft(targetDraftOf(given, "en"), "en")).toEqual({ ok: true, target: given })
})
