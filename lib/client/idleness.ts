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

/** From now on this page knows when somebody last touched it. */
export function watchTouches(): void {
  for (const name of touches) window.addEventListener(name, touch, { capture: true, passive: true })
}

const isIdle = () => performance.now() - touchedAt > idleAfterMs

/** Says with a request that nobody has touched the page for a minute: it does not keep the session alive. */
export const idleHeader = (): Record<string, string> => (isIdle() ? { "x-idle": "1" } : {})

/** Does the work at once, or where nobody is there when the page is next touched; answers how to stop. */
export function whenTouched(work: () => void): () => void {
  if (isIdle()) waiting.add(work)
  else work()
  return () => void waiting.delete(work)
}
