import type { Area } from "@/lib/catalogue"
import { type Findable, fold, foldTerms, wordDistance } from "../ui/rank-options"

/** The groups of the palette, in their order where nothing is typed. */
const paletteGroups = [
  "open",
  "recent",
  "pages",
  "views",
  "departments",
  "people",
  "places",
  "actions",
] as const

export type PaletteGroup = (typeof paletteGroups)[number]

/** What an entry does instead of leading to a page. */
type PaletteAction =
  | { readonly do: "theme"; readonly theme: "light" | "dark" | "system" }
  | { readonly do: "language"; readonly locale: string }
  | { readonly do: "copyLink" | "signOut" }

/** Something to jump to or to do. */
export interface PaletteEntry {
  /** Distinguished from every other one by it. */
  readonly key: string
  readonly group: PaletteGroup
  /** The area whose page it is. */
  readonly area?: Area
  readonly name: string
  /** Where it is, or what it is of. */
  readonly note?: string
  /** Found by these words too, which are not shown. */
  readonly words?: string
  readonly does: { readonly href: string } | PaletteAction
}

/** A group of the palette with its best entries. */
interface RankedGroup {
  readonly group: PaletteGroup
  readonly entries: readonly PaletteEntry[]
}

/** What the palette shows, and how many entries it does not. */
export interface RankedEntries {
  readonly groups: readonly RankedGroup[]
  readonly more: number
}

interface Folded extends Findable {
  readonly entry: PaletteEntry
}

const shownOfGroup = 8
/** So few entries in all that each key is answered at once on a slow computer too. */
const shownAtOnce = 24
/** Where nothing is typed: what is worth showing of a group, and how much. */
const shownUnsearched: Readonly<Partial<Record<PaletteGroup, number>>> = {
  recent: 5,
  pages: 8,
  views: 5,
  actions: 6,
}

/** Entries prepared to be ranked again and again. */
export const foldEntries = (entries: readonly PaletteEntry[]): Folded[] =>
  entries.map((entry) => ({
    entry,
    name: fold(entry.name),
    rest: fold(`${entry.note ?? ""} ${entry.words ?? ""}`),
  }))

const unsearched = (folded: readonly Folded[]): RankedGroup[] =>
  paletteGroups.map((group) => ({
    group,
    entries: folded
      .filter(({ entry }) => entry.group === group)
      .slice(0, shownUnsearched[group] ?? 0)
      .map(({ entry }) => entry),
  }))

interface Found {
  readonly entry: PaletteEntry
  readonly far: number
}

const countEntries = (groups: readonly RankedGroup[]) =>
  groups.reduce((sum, { entries }) => sum + entries.length, 0)

/** The first entries of all groups together, as many as are shown at once; an id's meanings are few, and all wanted. */
function cutGroups(groups: readonly RankedGroup[]): RankedGroup[] {
  let left = shownAtOnce
  return groups
    .map(({ group, entries }) => {
      if (group === "open") return { group, entries }
      const shown = entries.slice(0, left)
      left -= shown.length
      return { group, entries: shown }
    })
    .filter(({ entries }) => entries.length > 0)
}

const nearest = (found: readonly Found[]) => found[0]?.far ?? Number.POSITIVE_INFINITY

function rankFound(folded: readonly Folded[], words: readonly string[]): RankedGroup[] {
  const found = new Map<PaletteGroup, Found[]>(paletteGroups.map((group) => [group, []]))
  for (const each of folded) {
    const far = wordDistance(each, words)
    if (far !== undefined) found.get(each.entry.group)?.push({ entry: each.entry, far })
  }
  return [...found]
    .filter(([, entries]) => entries.length > 0)
    .map(([group, entries]) => ({ group, found: entries.toSorted((a, b) => a.far - b.far) }))
    .toSorted((a, b) => nearest(a.found) - nearest(b.found))
    .map(({ group, found: best }) => ({ group, entries: best.map(({ entry }) => entry) }))
}

const bestOf = ({ group, entries }: RankedGroup): RankedGroup => ({
  group,
  entries: entries.slice(0, group === "open" ? undefined : shownOfGroup),
})

/** The entries that hold every word, the nearest first, by groups of which the one with the nearest comes first; few of them. */
export function rankEntries(folded: readonly Folded[], typed: string): RankedEntries {
  const words = foldTerms(typed)
  const found = words.length === 0 ? unsearched(folded) : rankFound(folded, words)
  const all = words.length === 0 ? folded.length : countEntries(found)
  const groups = cutGroups(found.map(bestOf))
  return { groups, more: all - countEntries(groups) }
}
