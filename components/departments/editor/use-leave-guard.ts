import { useRouter } from "next/navigation"
import { useCallback, useEffect, useRef, useState } from "react"
import { guardLeaving } from "../../ui/leave-guard"

/** The own page that a click leads to in this window; undefined for everything else. */
function targetOf(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin)
    return undefined
  if (link.hasAttribute("download") || (link.target && link.target !== "_self")) return undefined
  if (link.pathname.startsWith("/api/")) return undefined
  return link.pathname === window.location.pathname ? undefined : link.href
}

/** Marks the entry that stands in the history before the page while something is unsaved. */
const isGuardEntry = () => Reflect.get(window.history.state ?? {}, "unsaved") === true

/** Going back to the page's own entry is no going back: it stays scrolled as it is. */
function pushGuardEntry() {
  window.history.scrollRestoration = "manual"
  window.history.pushState({ ...window.history.state, unsaved: true }, "", window.location.href)
}

/** Takes the entry away again; until that has happened, `isReturning` says that nobody else went back. */
function goBackFromGuard(isReturning: { current: boolean }) {
  isReturning.current = true
  const end = () =>
    setTimeout(() => {
      isReturning.current = false
      if (!isGuardEntry()) window.history.scrollRestoration = "auto"
    })
  window.addEventListener("popstate", end, { once: true })
  window.history.back()
}

/**
 * While `isOn`, asks before the page is left: by a link, the palette, signing out and the back button with a
 * dialog of ours, by reload and close with the browser's. `leave` and `stay` are the answers.
 */
export function useLeaveGuard(isOn: boolean) {
  const router = useRouter()
  const [pending, setPending] = useState<{
    readonly leave: () => void
    readonly isSignOut: boolean
  }>()
  const isLeaving = useRef(false)
  const isReturning = useRef(false)
  const ask = useCallback(
    (leave: () => void, isSignOut = false) => setPending({ leave, isSignOut }),
    [],
  )

  useEffect(() => {
    if (!isOn) return
    isLeaving.current = false
    const onClick = (event: MouseEvent) => {
      const href = targetOf(event)
      if (href === undefined || isLeaving.current) return
      event.preventDefault()
      event.stopPropagation()
      ask(() => (isGuardEntry() ? router.replace(href) : router.push(href)))
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault()
    }
    const onBack = () => {
      if (isReturning.current) return pushGuardEntry()
      if (isLeaving.current || isGuardEntry()) return
      ask(() => window.history.back())
    }
    const release = () => {
      isLeaving.current = true
    }
    const stopGuarding = guardLeaving({ ask, release })
    if (!isGuardEntry() && !isReturning.current) pushGuardEntry()
    document.addEventListener("click", onClick, { capture: true })
    window.addEventListener("beforeunload", onUnload)
    window.addEventListener("popstate", onBack)
    return () => {
      stopGuarding()
      document.removeEventListener("click", onClick, { capture: true })
      window.removeEventListener("beforeunload", onUnload)
      window.removeEventListener("popstate", onBack)
      if (!isLeaving.current && isGuardEntry()) goBackFromGuard(isReturning)
    }
  }, [isOn, ask, router])

  return {
    isAsking: pending !== undefined,
    isSignOut: pending?.isSignOut ?? false,
    leave() {
      isLeaving.current = true
      window.history.scrollRestoration = "auto"
      setPending(undefined)
      pending?.leave()
    },
    stay() {
      setPending(undefined)
      if (!isGuardEntry()) pushGuardEntry()
    },
  }
}
