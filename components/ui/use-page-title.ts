"use client"

import { useEffect } from "react"
import { useTranslations } from "use-intl"

/** Calls the page so in the browser's title while it is drawn, where only the browser knows what it shows; without a name the server's title stays. */
export function usePageTitle(name: string | undefined): void {
  const appName = useTranslations("common")("appName")
  useEffect(() => {
    if (name === undefined) return undefined
    const title = `${name} · ${appName}`
    const before = document.title
    document.title = title
    return () => {
      // The next page's title may stand there by now.
      if (document.title === title) document.title = before
    }
  }, [name, appName])
}

/** The same for a page that the server finishes after its head. */
export function PageTitle({ name }: { readonly name: string }) {
  usePageTitle(name)
  return null
}
