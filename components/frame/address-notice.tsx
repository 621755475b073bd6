"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { ownValue, unreadableName } from "@/lib/catalogue"
import { settingsTabs } from "../ui/settings-tab-names"
import { UnreadParts } from "../ui/unread-parts"

/** The values that a page accepts in its search, by parameter. */
type Readable = Readonly<Record<string, readonly string[]>>

/** Pages that report invalid parts of their address themselves. */
const ownNotices =
  /^\/(?:reports\/.+|figures(?:\/.+)?|data(?:\/[^/]+)?|organisation\/(?:tree|table(?:\/.+)?|changes))$/

/** What pages read, by path. */
const readable: readonly (readonly [path: RegExp, reads: Readable])[] = [
  [/^\/organisation\/[\da-f-]{36}$/i, { tab: ["details", "history"] }],
  [/^\/settings$/, { tab: settingsTabs }],
]

/**
 * The parts of an address that its page does not read, as written; empty for pages that report them
 * themselves.
 */
export function unreadParts(pathname: string, search: URLSearchParams): string[] {
  if (ownNotices.test(pathname)) return []
  const [, reads = {}] = readable.find(([path]) => path.test(pathname)) ?? []
  return [...search].flatMap(([name, text]) => {
    if (name === unreadableName) return [text]
    return ownValue(reads, name)?.includes(text) ? [] : [text === "" ? name : `${name}=${text}`]
  })
}

/** Lists the parts of the address that the open page does not read. */
export function AddressNotice() {
  const parts = unreadParts(usePathname(), useSearchParams())
  if (parts.length === 0) return null
  return (
    <div className="px-4 pt-4 lg:px-6">
      <UnreadParts parts={parts} />
    </div>
  )
}
