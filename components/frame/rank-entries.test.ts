import { describe, expect, test } from "vitest"
import type { PaletteEntry, PaletteGroup } from "./rank-entries"
import { foldEntries, rankEntries } from "./rank-entries"

const entry = (group: PaletteGroup, name: string, more: Partial<PaletteEntry> = {}) => ({
  key: `${group} ${name}`,
  group,
  name,
  does: { href: "/" },
  ...more,
})
const ranked = (entries: readonly PaletteEntry[], typed: string) =>
  rankEntries(foldEntries(entries), typed).groups.map(({ group, entries: best }) => [
    group,
    best.map(({ name }) => name),
  ])

describe("a typed text", () => {
  test("ranks prefixes of names before later words, parts of words and notes", () => {
    const entries = [
      entry("pages", "Forms", { note: "in the store" }),
      entry("pages", "Restored"),
      entry("pages", "New store"),
      entry("pages", "Stores"),
      entry("pages", "Content"),
    ]
    expect(ranked(entries, "store")).toEqual([
      ["pages", ["Stores", "New store", "Restored", "Forms"]],
    ])
  })

  test("must match with every word, in any order, letter case and accent", () => {
    const entries = [entry("departments", "Butik Århus"), entry("departments", "Butik Zürich")]
    expect(ranked(entries, "ZURICH but")).toEqual([["departments", ["Butik Zürich"]]])
    expect(ranked(entries, "butik oslo")).toEqual([])
  })

  test("puts the group with the best match first, and exact names before prefixes", () => {
    const entries = [
      entry("pages", "Notes on sales"),
      entry("departments", "Sales abroad"),
      entry("departments", "Sales"),
    ]
    expect(ranked(entries, "sales")).toEqual([
      ["departments", ["Sales", "Sales abroad"]],
      ["pages", ["Notes on sales"]],
    ])
  })

  test("finds an id by its first characters, the short form in the interface", () => {
    const words = "3f2c9a10-6b7d-4e21-9c55-0a1b2c3d4e5f"
    expect(ranked([entry("places", "News", { words })], "3f2c9a10")).toEqual([["places", ["News"]]])
  })

  test("shows at most eight entries of a group", () => {
    const many = Array.from({ length: 1000 }, (_, index) => entry("departments", `Store ${index}`))
    expect(ranked(many, "store")[0]?.[1]).toHaveLength(8)
  })

  test("shows at most 24 entries and the number left out, but all matches of an id", () => {
    const groups = ["pages", "views", "places", "departments", "open"] as const
    const many = groups.flatMap((group) =>
      Array.from({ length: 30 }, (_, index) => entry(group, `Store ${index}`)),
    )
    const { groups: shown, more } = rankEntries(foldEntries(many), "store")
    const counts = Object.fromEntries(shown.map(({ group, entries }) => [group, entries.length]))
    expect(counts).toEqual({ open: 30, pages: 8, views: 8, departments: 8 })
    expect(more).toBe(150 - 54)
  })
})

test("without input only recent entries, pages, views and actions are shown", () => {
  const entries = (["actions", "departments", "pages", "places", "recent", "views"] as const).map(
    (group) => entry(group, group),
  )
  expect(ranked(entries, " ").map(([group]) => group)).toEqual([
    "recent",
    "pages",
    "views",
    "actions",
  ])
})
