import { type Findable, fold, foldWords, wordDistance } from "../ui/word-distance"
import { type PaletteEntry, type PaletteGroup, paletteGroups } from "./palette-entry"

/** A group of the palette with its best entries. */
export interface RankedGroup {
  readonly group: PaletteGroup
  readonly entries: readonly PaletteEntry[]
}

interface Folded extends Findable {
  readonly entry: PaletteEntry
}

const shownAtOnce = 8
/** Where nothing is typed: what is worth showing of a group, and how much. */
const shownUnasked: Readonly<Partial<Record<PaletteGroup, number>>> = {
  recent: 5,
  views: 5,
  pages: 40,
  actions: 10,
}

/** Entries prepared to be ranked again and again. */
export const foldEntries = (entries: readonly PaletteEntry[]): Folded[] =>
  entries.map((entry) => ({
    entry,
    name: fold(entry.name),
    rest: fold(`${entry.note ?? ""} ${entry.words ?? ""}`),
  }))

const unasked = (folded: readonly Folded[]): RankedGroup[] =>
  paletteGroups.map((group) => ({
    group,
    entries: folded
      .filter(({ entry }) => entry.group === group)
      .slice(0, shownUnasked[group] ?? 0)
      .map(({ entry }) => entry),
  }))

interface Found {
  readonly entry: PaletteEntry
  readonly far: number
}

const nearest = (found: readonly Found[]) => found[0]?.far ?? Number.POSITIVE_INFINITY

/** The entries that hold every word, the nearest first, by groups of which the one with the nearest comes first. */
export function rankEntries(folded: readonly Folded[], typed: string): RankedGroup[] {
  const words = foldWords(typed)
  if (words.length === 0) return unasked(folded).filter(({ entries }) => entries.length > 0)
  const found = new Map<PaletteGroup, Found[]>(paletteGroups.map((group) => [group, []]))
  for (const each of folded) {
    const far = wordDistance(each, words)
    if (far !== undefined) found.get(each.entry.group)?.push({ entry: each.entry, far })
  }
  return [...found]
    .filter(([, entries]) => entries.length > 0)
    .map(([group, entries]) => ({ group, found: entries.toSorted((a, b) => a.far - b.far) }))
    .toSorted((a, b) => nearest(a.found) - nearest(b.found))
    .map(({ group, found: best }) => ({
      group,
      entries: best.slice(0, group === "open" ? undefined : shownAtOnce).map(({ entry }) => entry),
    }))
}
