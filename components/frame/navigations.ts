type Listener = () => void

let listener: Listener | undefined

/** Next's `onRouterTransitionStart`: another page was asked for, in the transition that ends when it is there. */
export const announceNavigation = (): void => listener?.()

/** Called for each page that is asked for; answers how to end that. */
export function onNavigation(next: Listener): () => void {
  listener = next
  return () => {
    listener = undefined
  }
}
