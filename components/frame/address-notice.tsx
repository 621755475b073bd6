"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { UnreadParts } from "../ui/unread-parts"
import { unreadParts } from "./page-address"

/** What of the address the open page does not read. */
export function AddressNotice() {
  const parts = unreadParts(usePathname(), useSearchParams())
  if (parts.length === 0) return null
  return (
    <div className="px-4 pt-4 lg:px-6">
      <UnreadParts parts={parts} />
    </div>
  )
}
