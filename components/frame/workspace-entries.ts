import type { WorkspaceEntry } from "@/lib/catalogue"
import { apiOptions, readOnce } from "@/lib/client"
import type { PaletteSource } from "@/lib/contract"
import type { NavigationArea, NavigationItem, PathPart } from "./navigation-for"
import type { PaletteEntry } from "./rank-entries"

export type { PaletteSource }

const freshMs = 30_000

/** The workspace's names and all saved views that the person may read. */
export const paletteOptions = () => ({
  ...apiOptions("/api/palette"),
  ...readOnce,
  staleTime: freshMs,
})

type Chain = readonly WorkspaceEntry[]

export type TitleOf = (item: NavigationItem) => string

const chainsOf = (entries: Chain, above: Chain): Chain[] =>
  entries.flatMap((entry) => {
    const chain = [...above, entry]
    return [chain, ...chainsOf(entry.children, chain)]
  })

/** All workspace entries, each preceded by its ancestors. */
const chainsIn = (entries: Chain): Chain[] => chainsOf(entries, [])

const search = (parameters: readonly (readonly [string, string])[]) =>
  new URLSearchParams(parameters.map(([name, value]) => [name, value])).toString()

const idIn = (chain: Chain, { kind }: PathPart) => chain.find((entry) => entry.kind === kind)?.id

/** The address of an item's page for the ids in its path. */
function hrefOf(item: NavigationItem, ids: readonly string[], more: readonly [string, string][]) {
  if (item.kind !== "report") return `${item.href}/${ids.map(encodeURIComponent).join("/")}`
  const path = item.path.map(({ parameter }, index) => [`path.${parameter}`, ids[index] ?? ""])
  return `${item.href}?${search([...path, ...more] as [string, string][])}`
}

/**
 * The address of an item's page for the last entry of a chain: about the entry, or a list that
 * contains it.
 */
function pageOf(item: NavigationItem, chain: Chain, isListed: boolean): string | undefined {
  const { id = "", kind } = chain.at(-1) ?? {}
  const ids = item.path.flatMap((part) => idIn(chain, part) ?? [])
  if (ids.length < item.path.length) return undefined
  if (!isListed) return item.path.at(-1)?.kind === kind ? hrefOf(item, ids, []) : undefined
  return item.isListedById && item.record === kind ? hrefOf(item, ids, [["id", id]]) : undefined
}

const pagesOf = (items: readonly NavigationItem[], chain: Chain, isListed: boolean) =>
  items.flatMap((item) => {
    const href = pageOf(item, chain, isListed)
    return href === undefined ? [] : [{ item, href }]
  })

/** The page of a course, if the person may read about training. */
function courseEntry(areas: readonly NavigationArea[], chain: Chain): PaletteEntry | undefined {
  const [course] = chain
  if (course?.kind !== "course" || !areas.some(({ area }) => area === "training")) return undefined
  const href = `/courses/${course.id}`
  return { key: href, group: "places", name: course.name, words: course.id, does: { href } }
}

/** A page for each workspace entry: its own if there is one, else the list that contains it. */
export function workspaceEntries(
  areas: readonly NavigationArea[],
  entries: Chain,
  titleOf: TitleOf,
): PaletteEntry[] {
  const items = areas
    .flatMap(({ items, more }) => [...items, ...more])
    .toSorted((a, b) => Number(a.kind === "report") - Number(b.kind === "report"))
  return chainsIn(entries).flatMap((chain) => {
    const course = courseEntry(areas, chain)
    if (course) return [course]
    const own = pagesOf(items, chain, false)
    const pages = own.length > 0 ? own : pagesOf(items, chain, true)
    const { id = "", name = "" } = chain.at(-1) ?? {}
    const holders = chain.slice(0, -1).map((holder) => holder.name)
    return pages.slice(0, 1).map(({ item, href }): PaletteEntry => {
      const thing = item.kind === "record" ? item.title : titleOf(item)
      return {
        key: href,
        group: "places",
        name,
        note: [thing, ...holders].join(" · "),
        words: id,
        does: { href },
      }
    })
  })
}
