/** So long may large answers be worked on in one turn of the event loop, in milliseconds. */
const sliceMs = 2

/** When the first of this turn was begun with. */
let startedAt: number | undefined
let waiting = 0

function hasTime(): boolean {
  if (startedAt !== undefined) return performance.now() - startedAt < sliceMs
  startedAt = performance.now()
  setImmediate(() => {
    startedAt = undefined
  })
  return true
}

/**
 * Keeps work on large answers from blocking the event loop: awaited before each part of it, of a millisecond
 * at most. Passes at once while there is time for it in this turn, else in a later one, first come first served.
 */
export function timeSlice(): Promise<void> | undefined {
  if (waiting === 0 && hasTime()) return undefined
  waiting += 1
  return new Promise((resolve) => {
    function pass() {
      if (!hasTime()) return void setImmediate(pass)
      waiting -= 1
      resolve()
    }
    setImmediate(pass)
  })
}
