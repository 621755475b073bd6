"use client"

import { useEffect } from "react"
import { useTranslations } from "use-intl"

/** What the page is called in the browser's title instead of the server's, the latest last. */
const titles: string[] = []
let serversTitle = ""

/** The server's title can come after the page is alive, and would stand in its place. */
function keepTitle() {
  const title = titles.at(-1)
  if (title === undefined || document.title === title) return
  serversTitle = document.title
  document.title = title
}

function holdTitle(title: string) {
  titles.push(title)
  keepTitle()
  const observer = new MutationObserver(keepTitle)
  observer.observe(document.head, { childList: true, characterData: true, subtree: true })
  return () => {
    observer.disconnect()
    titles.splice(titles.lastIndexOf(title), 1)
    if (titles.length > 0) keepTitle()
    // The next page's title may stand there by now.
    else if (document.title === title) document.title = serversTitle
  }
}

/** Calls the page so in the browser's title while it is drawn, where only the browser knows what it shows; without a name the server's title stays. */
export function usePageTitle(name: string | undefined): void {
  const appName = useTranslations("common")("appName")
  useEffect(
    () => (name === undefined ? undefined : holdTitle(`${name} · ${appName}`)),
    [name, appName],
  )
}

/** The same for a page that the server finishes after its head. */
export function PageTitle({ name }: { readonly name: string }) {
  usePageTitle(name)
  return null
}
