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

test("an entry is found by name or id, with its parents and children", () => {
  expect(findEntries(all, "  ")).toEqual(all)
  expect(names(findEntries(all, "WELCOME"))).toEqual([["News", ["Welcome"]]])
  expect(names(findEntries(all, "canteen"))).toEqual([["News", [["Canteen", ["Menu"]]]]])
  expect(names(findEntries(all, "id of guides"))).toEqual(["Guides"])
  expect(findEntries(all, "nothing")).toEqual([])
})

test("hidden entries are not counted, nor are their children", () => {
  expect(countShown(all)).toBe(5)
  expect(countShown([{ ...news, origin: "hidden" }, entry("Guides")])).toBe(1)
})

test("labels of kinds are recognised in each language, and each label means one kind", () => {
  const languages = Object.values(catalogues)
  const names = entryKindNames(languages)
  for (const each of languages)
    for (const { kind, title } of entryKinds(each)) expect(names[title]).toBe(kind)
  expect(names).toMatchObject({ Lesson: "courseLesson", Lektion: "courseLesson", Schritt: "stage" })
})
