import { expect, test } from "vitest"
import { type Catalogue, catalogue, F, FS, guid, list, string } from "@/lib/catalogue"
import { findMissingParts } from "./testing/missing-parts"

/** Every operation with missing parts, and all of these. */
const listMissing = (from: Catalogue) =>
  Object.fromEntries(
    from.operations
      .map((operation) => [operation.id, findMissingParts(from, operation)] as const)
      .filter(([, missing]) => missing.length > 0),
  )

test("Every operation of the catalogue has demo rows, texts in every language and a row in the inventory", () => {
  expect(listMissing(catalogue)).toEqual({})
})

const badges = list({
  id: "badges",
  title: "Badges",
  version: "v1.4",
  path: "/badges/{badgeId}/holders",
  parameters: { badgeId: "badge" },
  domain: "kpis",
  area: "kpis",
  record: "badgeHolder",
  defaultSort: "name",
  note: "A note.",
  gates: [{ parameter: "badgeId", feature: "holders", title: "holders on the badge" }],
  properties: { id: F("guid"), name: FS("string") },
})

test("For an operation that is only in the catalogue, all missing parts are listed at once", () => {
  const fields = { id: guid({ required: true }), rank: string({ values: ["Gold"] }) }
  const extended: Catalogue = {
    records: { ...catalogue.records, badgeHolder: { section: "none", scope: [], fields } },
    containers: { ...catalogue.containers, badge: { title: "Badge" } },
    operations: [badges],
  }
  const inEveryLanguage = ["en", "da", "de"].flatMap((locale) => [
    `lib/client/messages/${locale}/fields.json: rank`,
    `lib/client/messages/${locale}/values.json: rank.Gold`,
  ])
  const translated = ["da", "de"].flatMap((locale) =>
    ["titles.badges", "notes.badges", "features.holders.badgeId", "containers.badge"].map(
      (name) => `lib/client/messages/${locale}/operations.json: ${name}`,
    ),
  )
  expect(listMissing(extended)).toEqual({
    badges: [
      "docs/specification/decisions.md: a row of the inventory",
      'service/demo/records.ts: rows of "badgeHolder"',
      'service/demo/containers.ts: "badge" with "holders" switched on, and one with it off',
      ...translated,
      ...inEveryLanguage,
    ],
  })
})

test("For an operation whose record or container is not in the catalogue, that is listed first", () => {
  const extended = { ...catalogue, operations: [badges] }
  expect(listMissing(extended)).toEqual({ badges: ['lib/catalogue/records.ts: "badgeHolder"'] })
  const known = { ...badges, record: "highscore" }
  expect(findMissingParts(catalogue, known)[0]).toBe('lib/catalogue/containers.ts: "badge"')
})
