import { useRouter } from "next/navigation"
import { useCallback } from "react"

const yearSeconds = 31_536_000

/** Keeps a person's choice for a year, or forgets it; on the browser only. */
export function writeCookie(name: string, value: string | undefined): void {
  const age = value === undefined ? 0 : yearSeconds
  const secure = window.location.protocol === "https:" ? "; secure" : ""
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${encodeURIComponent(value ?? "")}; path=/; max-age=${age}; samesite=lax${secure}`
}

/** Keeps a choice in a cookie and shows the page by it; undefined goes back to the default. */
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
