"use client"

import { useEffect } from "react"
import { useTranslations } from "use-intl"

/** Titles that override the server's, the latest last. */
const titles: string[] = []
let serversTitle = ""

const showTitle = () => {
  document.title = titles.at(-1) ?? serversTitle
}

/** The server's title may arrive after hydration and would replace ours. */
function keepTitle() {
  if (document.title === titles.at(-1)) return
  serversTitle = document.title
  showTitle()
}

function holdTitle(title: string) {
  if (titles.length === 0) serversTitle = document.title
  titles.push(title)
  showTitle()
  const observer = new MutationObserver(keepTitle)
  observer.observe(document.head, { childList: true, characterData: true, subtree: true })
  return () => {
    observer.disconnect()
    titles.splice(titles.lastIndexOf(title), 1)
    // The next page's title may be there already.
    if (titles.length > 0 || document.title === title) showTitle()
  }
}

/**
 * Sets the document title while mounted, for pages whose subject only the browser knows; without a
 * name, the server's title stays.
 */
export function usePageTitle(name: string | undefined): void {
  const appName = useTranslations("common")("appName")
  useEffect(
    () => (name === undefined ? undefined : holdTitle(`${name} · ${appName}`)),
    [name, appName],
  )
}

/** Same, for pages that the server streams after the head. */
export function PageTitle({ name }: { readonly name: string }) {
  usePageTitle(name)
  return null
}
