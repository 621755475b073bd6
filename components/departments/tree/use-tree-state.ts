import { useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from "react"
import { useLocale } from "use-intl"
import { z } from "zod"
import { unreadableName } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { createSessionValue } from "../../edits/session-value"
import { useSearch } from "../../ui/use-search"
import { arrangeTree, pathTo } from "./arrange-tree"
import {
  findInTree,
  type Openness,
  openingLevels,
  revealed,
  treeRows,
  turnedOver,
} from "./tree-rows"

const opennessSchema = z.object({
  /** The levels at the time the branches were toggled. */
  levels: z.string(),
  turned: z.array(z.string()).readonly(),
})
const positionSchema = z.object({ active: z.string().optional(), top: z.number() })

const noneTurned: z.infer<typeof opennessSchema> = { levels: "", turned: [] }
const atTop: z.infer<typeof positionSchema> = { top: 0 }

/** The branches that were toggled one by one in this tab. */
export const openMemory = createSessionValue("departments.open", opennessSchema, noneTurned)
/** The tree's last position in this tab: the active row and the scroll offset, in pixels. */
export const positionMemory = createSessionValue("departments.place", positionSchema, atTop)
/** The server has no toggled branches of a tab. */
export const noneOpened = () => noneTurned

/** The state of the tree in its URL: `/organisation/tree?find=aarhus&levels=3&at=<id>`. */
export interface TreeAddress {
  /** The search words. */
  readonly find: string
  /** How many levels are visible; absent, as many as fit. */
  readonly levels?: number | "all"
  /** The department to open at. */
  readonly at?: string
}

const maxFindLength = 200

function parseLevels(text: string | null): TreeAddress["levels"] {
  if (text === "all") return text
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

const isWritten = (name: string, text: string): boolean => {
  if (text === "") return name === "find" || name === "at"
  if (name === "levels") return parseLevels(text) !== undefined
  return name === "at" || (name === "find" && text.length <= maxFindLength)
}

/** Parses a search; invalid parts count as absent and are listed in `unread` as written. */
export function parseTreeAddress(search: URLSearchParams): {
  readonly address: TreeAddress
  readonly unread: readonly string[]
} {
  const read = new Map<string, string>()
  const unread: string[] = []
  for (const [name, text] of search)
    if (name === unreadableName) unread.push(text)
    else if (read.has(name) || !isWritten(name, text)) unread.push(`${name}=${text}`)
    else read.set(name, text)
  const levels = parseLevels(read.get("levels") ?? null)
  const at = read.get("at")
  const address = {
    find: read.get("find") ?? "",
    ...(levels !== undefined && { levels }),
    ...(at && { at }),
  }
  return { address, unread }
}

/** The address of the tree's page, the inverse of `parseTreeAddress`. */
export function treeHref({ find, levels, at }: TreeAddress): string {
  const search = new URLSearchParams([
    ...(find === "" ? [] : [["find", find.slice(0, maxFindLength)]]),
    ...(levels === undefined ? [] : [["levels", `${levels}`]]),
    ...(at === undefined ? [] : [["at", at]]),
  ])
  return search.size === 0 ? "/organisation/tree" : `/organisation/tree?${search}`
}

const rowsAtFirst = 40

/** The open branches: by the levels in the address, and individually as saved in the tab. */
function useOpenness(levels: number | "all", isFinding: boolean) {
  const opened = useSyncExternalStore(openMemory.subscribe, openMemory.read, noneOpened)
  const [closedWhileFinding, setClosed] = useState<ReadonlySet<string>>(new Set())
  const key = `${levels}`
  const openness: Openness = useMemo(
    () =>
      isFinding
        ? { levels: Number.POSITIVE_INFINITY, turned: closedWhileFinding }
        : {
            levels: levels === "all" ? Number.POSITIVE_INFINITY : levels,
            turned: new Set(opened.levels === key ? opened.turned : []),
          },
    [isFinding, closedWhileFinding, levels, opened, key],
  )
  const keep = useCallback(
    ({ turned }: Openness) => {
      if (isFinding) setClosed(turned)
      else openMemory.write({ levels: key, turned: [...turned] })
    },
    [isFinding, key],
  )
  return { openness, keep }
}

/** The state of the tree view: open branches, search, and visible rows. */
export function useTreeState(entries: readonly TreeEntry[]) {
  const locale = useLocale()
  const tree = useMemo(() => arrangeTree(entries, locale), [entries, locale])
  const { search, change } = useSearch()
  const read = useMemo(() => parseTreeAddress(new URLSearchParams(search)), [search])
  const { address } = read
  const deferredFind = useDeferredValue(address.find)
  const found = useMemo(() => findInTree(tree, deferredFind), [tree, deferredFind])
  const levels = address.levels ?? openingLevels(tree, rowsAtFirst)
  const { openness, keep } = useOpenness(levels, found !== undefined)
  const rows = useMemo(() => treeRows(tree, openness, found), [tree, openness, found])
  const ask = (next: TreeAddress) => change(treeHref(next), { replace: true })
  return {
    tree,
    /** Invalid parts of the address. */
    unread: read.unread,
    rows,
    found,
    /** The words as typed, and as the rows show them a moment later. */
    find: address.find,
    text: deferredFind.trim(),
    levels,
    at: address.at,
    setFind: (find: string) => ask({ ...address, find }),
    setLevels: (next: number | "all") => {
      openMemory.write({ levels: `${next}`, turned: [] })
      ask({ find: address.find, levels: next })
    },
    toggle: (keys: readonly string[]) => keep(turnedOver(openness, keys)),
    reveal: (index: number) => keep(revealed(openness, pathTo(tree, index))),
  }
}

export type TreeState = ReturnType<typeof useTreeState>
