"use client"

import { useLayoutEffect } from "react"
import { useTranslations } from "use-intl"

/** Names the window by the page's main heading while the page is there and its title, which comes after it, is not. */
export function TitleMeanwhile() {
  const appName = useTranslations("common")("appName")
  useLayoutEffect(() => {
    let own: HTMLTitleElement | undefined
    const look = () => {
      const titles = document.head.querySelectorAll("title")
      if (titles.length === 0) {
        own = document.head.appendChild(document.createElement("title"))
        const heading = document.querySelector("h1")?.textContent
        own.textContent = heading ? `${heading} · ${appName}` : appName
      } else if (own && titles.length > 1) {
        own.remove()
        own = undefined
      }
    }
    const observer = new MutationObserver(look)
    observer.observe(document.head, { childList: true })
    return () => observer.disconnect()
  }, [appName])
  return null
}
