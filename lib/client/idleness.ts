const idleAfterMs = 60_000
const touches = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart", "focus"] as const

let touchedAt = 0
const waiting = new Set<() => void>()

function touch(): void {
  touchedAt = performance.now()
  const works = [...waiting]
  waiting.clear()
  for (const work of works) work()
}

/** Starts tracking when somebody last used this page. */
export function watchTouches(): void {
  for (const name of touches) window.addEventListener(name, touch, { capture: true, passive: true })
}

const isIdle = () => performance.now() - touchedAt > idleAfterMs

/**
 * Marks a request from a page that nobody has used for a minute, so that it does not extend the
 * session.
 */
export const idleHeader = (): Record<string, string> => (isIdle() ? { "x-idle": "1" } : {})

/**
 * Runs the work now, or on the next use if the page is idle; returns a function that cancels it.
 */
export function whenTouched(work: () => void): () => void {
  if (isIdle()) waiting.add(work)
  else work()
  return () => void waiting.delete(work)
}
