import { unreadableName } from "@/lib/catalogue"

/** What the address says of the tree: `/departments?find=aarhus&levels=3&at=<id>`. */
export interface TreeAddress {
  /** The words that are looked for. */
  readonly find: string
  /** How many levels are shown; absent, as many as fit. */
  readonly levels?: number | "all"
  /** The department that the page opens at. */
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

/** Reads a search; what cannot be meant counts as absent, and `unread` has it as it is written. */
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
  return search.size === 0 ? "/departments" : `/departments?${search}`
}
