/** What the address says of the tree: `/departments?find=aarhus&levels=3&at=<id>`. */
export interface TreeAddress {
  /** The words that are looked for. */
  readonly find: string
  /** How many levels are shown; absent, as many as fit. */
  readonly levels?: number | "all"
  /** The department that the page opens at. */
  readonly at?: string
}

const longestFind = 200

function parseLevels(text: string | null): TreeAddress["levels"] {
  if (text === "all") return text
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

/** Reads the tree's part of a search; what cannot be meant counts as absent. */
export function parseTreeAddress(search: URLSearchParams): TreeAddress {
  const levels = parseLevels(search.get("levels"))
  const at = search.get("at")
  return {
    find: (search.get("find") ?? "").slice(0, longestFind),
    ...(levels !== undefined && { levels }),
    ...(at && { at }),
  }
}

/** The address of the tree's page, the inverse of `parseTreeAddress`. */
export function treeHref({ find, levels, at }: TreeAddress): string {
  const search = new URLSearchParams([
    ...(find === "" ? [] : [["find", find.slice(0, longestFind)]]),
    ...(levels === undefined ? [] : [["levels", `${levels}`]]),
    ...(at === undefined ? [] : [["at", at]]),
  ])
  return search.size === 0 ? "/departments" : `/departments?${search}`
}
