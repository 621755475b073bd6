import { useQuery } from "@tanstack/react-query"
import { useDeferredValue, useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import { parseGuid } from "@/lib/catalogue"
import {
  departmentHref,
  departmentNamesOptions,
  foundUsersOptions,
  minLetters,
  type RecentRecord,
  recentHref,
  recentsOptions,
  savedViewHref,
} from "@/lib/client"
import { languageOf, localeNames, locales } from "@/lib/client/messages"
import { shortenId } from "../ui/short-id"
import { useFrame, useItemTitle } from "./frame-context"
import { framePages } from "./frame-pages"
import type { NavigationArea, NavigationItem, PathPart } from "./navigation-for"
import type { PaletteEntry } from "./rank-entries"
import { foldEntries, type RankedEntries, rankEntries } from "./rank-entries"
import {
  type PaletteSource,
  paletteOptions,
  type TitleOf,
  workspaceEntries,
} from "./workspace-entries"

/** A page that an id may belong to, and the meaning of the id there. */
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

/** A record's own id is the last in its path; a report accepts any id of its path, or of a row. */
function readingsOf(item: NavigationItem, id: string): Reading[] {
  const parts = item.kind === "report" ? item.path : item.path.slice(-1)
  const row = item.isListedById && item.path.length === 0
  return [
    ...(row ? [{ href: `${item.href}?id=${id}`, thing: "" }] : []),
    ...parts.map((part) => readingOf(item, part, id)),
  ]
}

/** All pages that accept an id, for an id whose kind is unknown. */
export const idEntries = (
  areas: readonly NavigationArea[],
  id: string,
  titleOf: TitleOf,
): PaletteEntry[] =>
  areas
    .flatMap(({ items, more }) => [...items, ...more])
    .toSorted((a, b) => Number(a.kind === "report") - Number(b.kind === "report"))
    .flatMap((item) =>
      readingsOf(item, id).map(({ href, thing }): PaletteEntry => {
        const page = item.kind === "record" ? item.title : titleOf(item)
        const note = thing === "" || thing === page ? shortenId(id) : `${thing} ${shortenId(id)}`
        return { key: `open ${href}`, group: "open", name: page, note, words: id, does: { href } }
      }),
    )

const themes = ["light", "dark", "system"] as const

/** Global actions. */
function useActionEntries(): PaletteEntry[] {
  const t = useTranslations("frame")
  const now = useLocale()
  return useMemo(() => {
    const action = (name: string, does: PaletteEntry["does"], words = ""): PaletteEntry => ({
      key: JSON.stringify(does),
      group: "actions",
      name,
      words,
      does,
    })
    return [
      action(t("palette.copyLink"), { do: "copyLink" }),
      ...themes.map((theme) =>
        action(t(`palette.themes.${theme}`), { do: "theme", theme }, t("theme.label")),
      ),
      ...locales
        .filter((locale) => locale !== languageOf(now))
        .map((locale) =>
          action(
            t("palette.language", { language: localeNames[locale] }),
            { do: "language", locale },
            t("language"),
          ),
        ),
      action(t("signOut"), { do: "signOut" }),
    ]
  }, [t, now])
}

function usePageEntries(): PaletteEntry[] {
  const { areas, pages } = useFrame()
  const t = useTranslations("frame")
  const titleOf = useItemTitle()
  return useMemo(() => {
    const page = (href: string, name: string, note?: string): PaletteEntry => ({
      key: href,
      group: "pages",
      name,
      does: { href },
      ...(note !== undefined && { note }),
    })
    /** Omits a platform list if a whole list has the same name. */
    const itemsOf = ({ items, more }: NavigationArea) => {
      const all = [...items, ...more.filter(({ kind }) => kind !== "charts")]
      const own = new Set(all.flatMap((item) => (item.isOfPlatform ? [] : titleOf(item))))
      return all.filter((item) => !item.isOfPlatform || !own.has(titleOf(item)))
    }
    return [
      page("/", t("home")),
      ...areas.map(({ area, href }) => page(href, t(`areas.${area}`))),
      ...areas.flatMap((area) =>
        itemsOf(area).map((item) =>
          page(
            item.href,
            titleOf(item),
            t(item.isOfPlatform ? "pages.data" : `areas.${area.area}`),
          ),
        ),
      ),
      ...[...pages, "sessions" as const, "data" as const].map((name) =>
        page(framePages[name].href, t(`pages.${name}`)),
      ),
    ]
  }, [areas, pages, t, titleOf])
}

const itemsIn = (areas: readonly NavigationArea[]) =>
  areas.flatMap(({ items, more }) => [...items, ...more])

const listing = (items: readonly NavigationItem[], record: string) =>
  items.find((item) => item.record === record && item.isListedById && item.path.length === 0)

/** Recently opened records, saved views, and the workspace's entries. */
function useKnownEntries(): PaletteEntry[] {
  const { areas } = useFrame()
  const titleOf = useItemTitle()
  const { data: source } = useQuery(paletteOptions())
  const { data: recents } = useQuery(recentsOptions())
  return useMemo(
    () => knownOf(areas, { source, recents: recents ?? [] }, titleOf),
    [areas, source, recents, titleOf],
  )
}

interface Known {
  readonly source: PaletteSource | undefined
  readonly recents: readonly RecentRecord[]
}

function knownOf(
  areas: readonly NavigationArea[],
  { source, recents }: Known,
  titleOf: TitleOf,
): PaletteEntry[] {
  const items = itemsIn(areas)
  const opened = recents.flatMap((recent): PaletteEntry[] => {
    const title = items.find(({ id, kind }) => kind === "record" && id === recent.operation)?.title
    const id = recent.ids.at(-1) ?? ""
    const href = recentHref(recent)
    const shown = { name: recent.name ?? shortenId(id), note: title ?? "", words: id }
    return title ? [{ key: `recent ${href}`, group: "recent", ...shown, does: { href } }] : []
  })
  const views = (source?.views ?? []).flatMap((view): PaletteEntry[] => {
    const { id, report, name } = view
    const item = items.find((each) => each.kind === "report" && each.id === report)
    const href = savedViewHref(view)
    return item ? [{ key: id, group: "views", name, note: item.title, does: { href } }] : []
  })
  return [...opened, ...views, ...workspaceEntries(areas, source?.entries ?? [], titleOf)]
}

/** The departments by name, if the person may read them. */
function useDepartmentEntries(): PaletteEntry[] {
  const { areas } = useFrame()
  const list = listing(itemsIn(areas), "department")
  const { data } = useQuery({ ...departmentNamesOptions(), enabled: list !== undefined })
  const names = data?.names
  return useMemo(
    () =>
      Object.entries(names ?? {}).map(([id, name]) => {
        const href = departmentHref(id)
        return { key: href, group: "departments", name, words: id, does: { href } }
      }),
    [names],
  )
}

const none: readonly PaletteEntry[] = []

/**
 * People whose name, e-mail or title matches, for those who may see names; each opens the person's
 * page.
 */
function usePeopleEntries(typed: string): readonly PaletteEntry[] {
  const { person } = useFrame()
  const text = useDeferredValue(typed.trim())
  const enabled = (person.role === "hr" || person.role === "admin") && text.length >= minLetters
  const { data } = useQuery({ ...foundUsersOptions(text), enabled })
  return useMemo(
    () =>
      data?.users.map(({ id, name, note }): PaletteEntry => {
        const href = `/people/${id}`
        const words = `${id} ${text}`
        return { key: href, group: "people", name, note: note ?? "", words, does: { href } }
      }) ?? none,
    [data, text],
  )
}

/** The palette's entries for a search, best first and limited to what it shows. */
export function usePaletteEntries(typed: string): RankedEntries {
  const { areas } = useFrame()
  const titleOf = useItemTitle()
  const pages = usePageEntries()
  const known = useKnownEntries()
  const departments = useDepartmentEntries()
  const actions = useActionEntries()
  const people = usePeopleEntries(typed)
  const folded = useMemo(
    () => foldEntries([...pages, ...known, ...departments, ...actions]),
    [pages, known, departments, actions],
  )
  const foldedPeople = useMemo(() => foldEntries(people), [people])
  return useMemo(() => {
    const id = parseGuid(typed.trim())
    const found = rankEntries([...folded, ...foldedPeople], id ?? typed)
    if (id === undefined) return found
    const meant = rankEntries(foldEntries(idEntries(areas, id, titleOf)), id)
    return { groups: [...found.groups, ...meant.groups], more: found.more }
  }, [folded, foldedPeople, typed, areas, titleOf])
}
