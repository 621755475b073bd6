"use client"

type Ask = (leave: () => void, isSignOut: boolean) => void

interface Guard {
  /** Asks the person, and leaves if they agree. */
  readonly ask: Ask
  /** Stops asking, because the page is being left. */
  readonly release: () => void
}

let guard: Guard | undefined

/**
 * Registers a guard that asks before the page is left; returns a function that removes it. One
 * guard at a time.
 */
export function guardLeaving(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = undefined
  }
}

/** Leaves the page, at once if nothing is unsaved. */
export function leavePage(leave: () => void, isSignOut = false): void {
  if (guard) guard.ask(leave, isSignOut)
  else leave()
}

/** Same, for signing out, which discards unsaved changes. */
export const leaveToSignOut = (leave: () => void): void => leavePage(leave, true)

/**
 * Leaves the page without asking: the person chose to, and unsaved changes are saved as a draft.
 */
export function leaveUnasked(leave: () => void): void {
  guard?.release()
  leave()
}
