import { useRouter } from "next/navigation"
import { useCallback } from "react"
import { writeCookie } from "@/lib/client/write-cookie"

/** Keeps a choice in a cookie and shows the page by it; undefined goes back to what is usual. */
export function useChoice(cookie: string): (value: string | undefined) => void {
  const { refresh } = useRouter()
  return useCallback(
    (value) => {
      writeCookie(cookie, value)
      refresh()
    },
    [cookie, refresh],
  )
}
