type Listener = () => void

let listener: Listener | undefined

/**
 * Next's `onRouterTransitionStart`: runs inside the navigation's transition, which ends when the
 * page is ready.
 */
export const announceNavigation = (): void => listener?.()

/** Called for each navigation; returns a function that unsubscribes. */
export function onNavigation(next: Listener): () => void {
  listener = next
  return () => {
    listener = undefined
  }
}
