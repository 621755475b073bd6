import { describe, expect, test } from "vitest"
import { type Catalogue, catalogue, list, wholeLists } from "@/lib/catalogue"
import { catalogues } from "./catalogues"
import da from "./da/operations.json"
import de from "./de/operations.json"
import en from "./en/operations.json"
import { type CatalogueTexts, translateCatalogue } from "./translate-catalogue"

/** All display texts of a catalogue. */
const textsOf = ({ operations, containers, records }: Catalogue): string[] => [
  ...operations.flatMap((operation) =>
    operation.kind === "list" && operation.wholeTitle ? [operation.wholeTitle] : [],
  ),
  ...operations.flatMap(({ title, note, deprecated, gates = [] }) => [
    title,
    ...(note ? [note] : []),
    ...(deprecated ? [deprecated.note] : []),
    ...gates.map((gate) => gate.title),
  ]),
  ...Object.values(containers).map(({ title }) => title),
  ...Object.values(records).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ deprecated }) => (deprecated ? [deprecated.note] : [])),
  ),
]

/** The same texts with a prefix that distinguishes them from the catalogue's own. */
const mark = (texts: CatalogueTexts): CatalogueTexts =>
  JSON.parse(JSON.stringify(texts), (_, value) => (typeof value === "string" ? `~${value}` : value))

describe.each([
  ["da", da],
  ["de", de],
] as const)("the catalogue in %s", (locale, texts) => {
  test("has its own version of every display text", () => {
    const written = textsOf(translateCatalogue(catalogue, mark(texts)))
    expect(written.filter((text) => !text.startsWith("~"))).toEqual([])
  })

  test("has no texts for unknown operations or containers", () => {
    const known = new Set([...catalogue.operations, ...wholeLists(catalogue)].map(({ id }) => id))
    const named = [texts.titles, texts.notes, texts.deprecations].flatMap(Object.keys)
    expect(named.filter((id) => !known.has(id))).toEqual([])
    expect(Object.keys(texts.containers).toSorted()).toEqual(
      Object.keys(catalogue.containers).toSorted(),
    )
  })

  test("differs from the English one only in texts", () => {
    const bare = (from: Catalogue) =>
      JSON.parse(JSON.stringify(from), (name, value) =>
        name === "title" || name === "wholeTitle" || name === "note" ? undefined : value,
      )
    expect(bare(catalogues[locale])).toEqual(bare(catalogue))
  })
})

test("the English texts belong to existing operations and containers, and differ from the catalogue's own", () => {
  const named = [...catalogue.operations, ...wholeLists(catalogue)]
  const titles = new Map(named.map(({ id, title }) => [id, title]))
  for (const [id, title] of Object.entries(en.titles)) {
    expect(titles.has(id), id).toBe(true)
    expect(title).not.toBe(titles.get(id))
  }
  for (const [kind, title] of Object.entries(en.containers))
    expect(title, kind).not.toBe(catalogue.containers[kind]?.title)
})

test("whole lists have unique titles in every language", () => {
  expect(wholeLists(catalogues.en).map(({ title }) => title)).toContain("Posts")
  for (const each of Object.values(catalogues)) {
    const titles = wholeLists(each).map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  }
})

test("an operation without a translation keeps the catalogue's title", () => {
  const operation = list({
    id: "locker-visits",
    title: "Locker visits",
    version: "v1.4",
    path: "/lockers",
    parameters: {},
    domain: "content",
    area: "content",
    record: "calendar",
    defaultSort: "name",
    properties: {},
  })
  const more = { ...catalogue, operations: [operation] }
  expect(translateCatalogue(more, de).operations[0]?.title).toBe("Locker visits")
})
