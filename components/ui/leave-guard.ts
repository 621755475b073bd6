"use client"

type Ask = (leave: () => void, isSignOut: boolean) => void

interface Guard {
  /** Asks a person, and leaves where they say so. */
  readonly ask: Ask
  /** Asks no more: the page is left. */
  readonly release: () => void
}

let guard: Guard | undefined

/** Has somebody asked before the page is left; answers how to stop. One guard at a time. */
export function guardLeaving(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = undefined
  }
}

/** Leaves the page, at once where nothing on it is unsaved. */
export function leavePage(leave: () => void, isSignOut = false): void {
  if (guard) guard.ask(leave, isSignOut)
  else leave()
}

/** The same where the person signs out, upon which nothing unsaved is kept. */
export const leaveToSignOut = (leave: () => void): void => leavePage(leave, true)

/** Leaves the page without a question: the person has chosen to, and what is unsaved is kept. */
export function leaveUnasked(leave: () => void): void {
  guard?.release()
  leave()
}
