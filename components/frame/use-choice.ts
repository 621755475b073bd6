import { useRouter } from "next/navigation"
import { useCallback } from "react"
import { hostCookie } from "@/lib/client/choice-cookie"

const yearSeconds = 31_536_000

function put(name: string, value: string | undefined, attributes: string): void {
  const age = value === undefined ? 0 : yearSeconds
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${encodeURIComponent(value ?? "")}; path=/; max-age=${age}; samesite=lax${attributes}`
}

/**
 * Saves a person's choice for a year, or deletes it; browser only. Under https the cookie is bound
 * to this host and replaces the one from earlier versions.
 */
export function writeCookie(name: string, value: string | undefined): void {
  const isSecure = window.location.protocol === "https:"
  put(name, isSecure ? undefined : value, "")
  if (isSecure) put(hostCookie(name), value, "; secure")
}

/** Saves a choice in a cookie and refreshes the page; undefined restores the default. */
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
