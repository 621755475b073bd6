import { ownValue, unreadableName } from "@/lib/catalogue"

/** The values that a page reads of its address beside its path, by name. */
type Readable = Readonly<Record<string, readonly string[]>>

/** Pages that tell by themselves what of their address cannot be meant. */
const tellers = /^\/(?:reports\/.+|activity|kpis\/.+|records(?:\/[^/]+)?|departments(?:\/table)?)$/

const departmentPage = /^\/departments\/[\da-f-]{36}$/i
const departmentParts: Readable = { tab: ["details", "history"] }
const nothing: Readable = {}

/** The parts of a page's address that it does not read, as they are written; none for pages that tell so by themselves. */
export function unreadParts(pathname: string, search: URLSearchParams): string[] {
  if (tellers.test(pathname)) return []
  const reads = departmentPage.test(pathname) ? departmentParts : nothing
  return [...search].flatMap(([name, text]) => {
    if (name === unreadableName) return [text]
    return ownValue(reads, name)?.includes(text) ? [] : [text === "" ? name : `${name}=${text}`]
  })
}
