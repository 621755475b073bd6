"use client"

import { Hourglass } from "lucide-react"
import { useEffect, useLayoutEffect, useOptimistic, useSyncExternalStore } from "react"
import { useTranslations } from "use-intl"
import { cn } from "../ui/class-names"
import { useQueuePosition } from "../ui/use-quota"
import { longWait, useWait } from "../ui/waits"
import { onNavigation } from "./navigations"

/** Shows navigation progress at once, and a notice if the page or something visible takes long. */
export function Pending() {
  // Lasts for the transition that sets it, which is the navigation's.
  const [isPending, setPending] = useOptimistic(false)
  useEffect(() => onNavigation(() => setPending(true)), [setPending])
  return (
    <>
      {isPending ? <PendingBar /> : null}
      <LongWait />
    </>
  )
}

function PendingBar() {
  const t = useTranslations("frame.pending")
  useWait(true)
  return (
    <div
      role="progressbar"
      aria-label={t("page")}
      className="fixed inset-x-0 top-0 z-[60] h-[3px] overflow-hidden bg-accent-soft print:hidden"
    >
      <div className="h-full w-1/3 bg-accent motion-safe:animate-pending motion-reduce:w-full" />
    </div>
  )
}

/** Empty while waiting for the quota, which is shown where the person waits. */
function LongWait() {
  const t = useTranslations("frame.pending")
  const isLong = useSyncExternalStore(longWait.subscribe, longWait.read, () => false)
  const isQueued = useQueuePosition() !== undefined
  const isShown = isLong && !isQueued
  return (
    <div className="pointer-events-none fixed inset-x-0 top-(--top-bar) z-[60] grid justify-center px-4 pt-3 print:hidden">
      <p
        role="status"
        className={cn(
          isShown &&
            "flex max-w-md items-center gap-2 rounded-md bg-raised px-3 py-2 text-sm shadow-popup",
        )}
      >
        {isShown ? (
          <>
            <Hourglass className="size-4 shrink-0 text-caution-ink" aria-hidden="true" />
            {t("long")}
          </>
        ) : null}
      </p>
    </div>
  )
}

/**
 * Sets the document title from the main heading until the page's own title, which streams later,
 * arrives.
 */
export function PendingTitle() {
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
