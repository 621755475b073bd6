/**
 * Runs the work at most once per `ms` milliseconds and never concurrently; callers in between share
 * the last outcome.
 */
export function onceInInterval<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly outcome: Promise<T> } | undefined
  let isWorking = false
  return () => {
    const now = performance.now()
    if (last && (isWorking || now - last.at < ms)) return last.outcome
    isWorking = true
    const outcome = work().finally(() => {
      isWorking = false
    })
    last = { at: now, outcome }
    return outcome
  }
}
