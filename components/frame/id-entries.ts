import { shortenId } from "../ui/short-id"
import type { NavigationArea, NavigationItem, PathPart } from "./navigation-for"
import type { PaletteEntry } from "./palette-entry"
import type { TitleOf } from "./place-entries"

/** A page that an id could be meant for, with what it would be there. */
interface Reading {
  readonly href: string
  readonly thing: string
}

function readingOf(item: NavigationItem, part: PathPart, id: string): Reading {
  const { parameter, title: thing } = part
  const isWhole = item.path.length === 1
  if (item.kind === "report") return { href: `${item.href}?path.${parameter}=${id}`, thing }
  return { href: isWhole ? `${item.href}/${id}` : `${item.href}?${parameter}=${id}`, thing }
}

/** A record's own id is the last of its path; a report takes each id of its path, or its row's. */
function readingsOf(item: NavigationItem, id: string): Reading[] {
  const parts = item.kind === "report" ? item.path : item.path.slice(-1)
  const row = item.isListedById && item.path.length === 0
  return [
    ...(row ? [{ href: `${item.href}?id=${id}`, thing: "" }] : []),
    ...parts.map((part) => readingOf(item, part, id)),
  ]
}

/** Every page whose path takes an id, for an id of which only its form is known. */
export const idEntries = (
  areas: readonly NavigationArea[],
  id: string,
  titleOf: TitleOf,
): PaletteEntry[] =>
  areas
    .flatMap(({ items }) => items)
    .toSorted((a, b) => Number(a.kind === "report") - Number(b.kind === "report"))
    .flatMap((item) =>
      readingsOf(item, id).map(({ href, thing }): PaletteEntry => {
        const page = item.kind === "record" ? item.title : titleOf(item)
        const note = thing === "" || thing === page ? shortenId(id) : `${thing} ${shortenId(id)}`
        return { key: `open ${href}`, group: "open", name: page, note, words: id, does: { href } }
      }),
    )
