import type { Area } from "@/lib/catalogue"
import { type Findable, fold, foldTerms, wordDistance } from "../ui/rank-options"

/** The palette's groups, in their order without a search. */
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

/** An entry's action, instead of a page. */
type PaletteAction =
  | { readonly do: "theme"; readonly theme: "light" | "dark" | "system" }
  | { readonly do: "language"; readonly locale: string }
  | { readonly do: "copyLink" | "signOut" }

/** A page to open, or an action to run. */
export interface PaletteEntry {
  /** Unique. */
  readonly key: string
  readonly group: PaletteGroup
  /** The area of its page. */
  readonly area?: Area
  readonly name: string
  /** Its location or context. */
  readonly note?: string
  /** Additional search terms that are not shown. */
  readonly words?: string
  readonly does: { readonly href: string } | PaletteAction
}

/** A palette group with its best entries. */
interface RankedGroup {
  readonly group: PaletteGroup
  readonly entries: readonly PaletteEntry[]
}

/** The visible entries, and the number of hidden ones. */
export interface RankedEntries {
  readonly groups: readonly RankedGroup[]
  readonly more: number
}

interface Folded extends Findable {
  readonly entry: PaletteEntry
}

const shownOfGroup = 8
/** Few enough that each keystroke is fast on slow computers too. */
const shownAtOnce = 24
/** Without a search: which groups are shown, and how many entries of each. */
const shownUnsearched: Readonly<Partial<Record<PaletteGroup, number>>> = {
  recent: 5,
  pages: 8,
  views: 5,
  actions: 6,
}

/** Prepares entries for repeated ranking. */
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

/** Limits the entries of all groups together; the few meanings of an id are all kept. */
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

/**
 * The entries that contain every word, best first and limited in number; the group with the best
 * match comes first.
 */
export function rankEntries(folded: readonly Folded[], typed: string): RankedEntries {
  const words = foldTerms(typed)
  const found = words.length === 0 ? unsearched(folded) : rankFound(folded, words)
  const all = words.length === 0 ? folded.length : countEntries(found)
  const groups = cutGroups(found.map(bestOf))
  return { groups, more: all - countEntries(groups) }
}
