"use client"

import { useEffect } from "react"
import { useTranslations } from "use-intl"

/** What the page is called in the browser's title instead of the server's, the latest last. */
const titles: string[] = []
let serversTitle = ""

const showTitle = () => {
  document.title = titles.at(-1) ?? serversTitle
}

/** The server's title can come after the page is alive, and would stand in its place. */
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
    // The next page's title may stand there by now.
    if (titles.length > 0 || document.title === title) showTitle()
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
