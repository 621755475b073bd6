import { expect, test } from "vitest"
import { catalogues } from "@/lib/client/messages/catalogues"
import { entryKindNames, entryKinds } from "./entry-kinds"
import type { EditableEntry } from "./workspace"
import { countShown, findEntries } from "./workspace"

const entry = (name: string, children: EditableEntry[] = []): EditableEntry => ({
  place: name,
  kind: "form",
  id: `id of ${name}`,
  name,
  origin: "file",
  children,
})
const news = entry("News", [entry("Welcome"), entry("Canteen", [entry("Menu")])])
const all = [news, entry("Guides")]
const names = (entries: readonly EditableEntry[]): unknown[] =>
  entries.map(({ name, children }) => (children.length > 0 ? [name, names(children)] : name))

test("an entry is found by its name or id with what holds it and what it holds", () => {
  expect(findEntries(all, "  ")).toEqual(all)
  expect(names(findEntries(all, "WELCOME"))).toEqual([["News", ["Welcome"]]])
  expect(names(findEntries(all, "canteen"))).toEqual([["News", [["Canteen", ["Menu"]]]]])
  expect(names(findEntries(all, "id of guides"))).toEqual(["Guides"])
  expect(findEntries(all, "nothing")).toEqual([])
})

test("what is hidden counts for nothing, with all below it", () => {
  expect(countShown(all)).toBe(5)
  expect(countShown([{ ...news, origin: "hidden" }, entry("Guides")])).toBe(1)
})

test("kinds are known by their labels in each language, and no label stands for two kinds", () => {
  const languages = Object.values(catalogues)
  const names = entryKindNames(languages)
  for (const each of languages)
    for (const { kind, title } of entryKinds(each)) expect(names[title]).toBe(kind)
  expect(names).toMatchObject({ Lesson: "courseLesson", Lektion: "courseLesson", Schritt: "stage" })
})
