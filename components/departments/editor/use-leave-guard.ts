import { useRouter } from "next/navigation"
import { useCallback, useEffect, useRef, useState } from "react"
import { guardLeaving } from "../../ui/leave-guard"

/** The same-origin page that a click opens in this window; undefined otherwise. */
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

/** Marks the extra history entry that guards unsaved changes. */
const isGuardEntry = () => Reflect.get(window.history.state ?? {}, "unsaved") === true

/** Returning to the page's own entry is not navigation, so the scroll position stays. */
function pushGuardEntry() {
  window.history.scrollRestoration = "manual"
  window.history.pushState({ ...window.history.state, unsaved: true }, "", window.location.href)
}

/**
 * Removes the guard entry; `isReturning` is true meanwhile, so that this is not taken for the back
 * button.
 */
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
 * While `isOn`, confirms before the page is left: links, the palette, sign-out and the back button
 * with our dialog, reload and close with the browser's. `leave` and `stay` are the answers.
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
