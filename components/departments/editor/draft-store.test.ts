import { expect, test } from "vitest"
import { createDraftStore, draftKey, parseDraft } from "./use-draft"

const draft = {
  base: { name: "Oslo" },
  values: { name: "Bergen" },
  savedAt: "2026-11-21T10:00:00Z",
}
const day = 24 * 60 * 60 * 1000
const savedAt = Date.parse(draft.savedAt)

test("a draft is restored unchanged and expires after 30 days", () => {
  const text = JSON.stringify(draft)
  expect(parseDraft(text, savedAt + day)).toEqual(draft)
  expect(parseDraft(text, savedAt + 31 * day)).toBeUndefined()
})

test.each([null, "", "{", "[]", '{"base":{},"values":{}}', '{"base":1,"values":{},"savedAt":"x"}'])(
  "%j is not parsed as a draft",
  (text) => {
    expect(parseDraft(text, savedAt)).toBeUndefined()
  },
)

test("each person and department has a separate draft", () => {
  const keys = [draftKey("mia", "1"), draftKey("mia", "2"), draftKey("ben", "1")]
  expect(new Set(keys).size).toBe(3)
})

test("without browser storage the draft store does nothing and does not throw", () => {
  const store = createDraftStore(() => {
    throw new Error("No storage.")
  }, "key")
  store.write(draft)
  store.remove()
  expect(store.read()).toBeUndefined()
})
