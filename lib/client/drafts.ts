const channelName = "drafts"
let isOver = false

/**
 * True if input may be saved in this browser: until the person signs out, in this tab or another.
 */
export const mayKeepDrafts = (): boolean => !isOver

const forgetIn = (store: Storage, person: string) => {
  for (const key of Object.keys(store)) if (key.split(" ").includes(person)) store.removeItem(key)
}

function forget(person: string): void {
  isOver = true
  for (const store of [() => window.localStorage, () => window.sessionStorage])
    try {
      forgetIn(store(), person)
    } catch {
      // A browser without storage has nothing to delete.
    }
}

/**
 * Deletes everything that a person entered in this browser, by keys that name the person, and stops
 * saving more: they chose to sign out.
 */
export function forgetDrafts(person: string): void {
  forget(person)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(person)
  channel.close()
}

/**
 * Deletes drafts when the person signs out in another tab, then calls `onSignOut`; returns a
 * function that unsubscribes.
 */
export function followSignOuts(own: string, onSignOut: () => void = () => {}): () => void {
  isOver = false
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    // The tab that signs out receives its own message, and is leaving already.
    if (data !== own || isOver) return
    forget(own)
    onSignOut()
  }
  return () => channel.close()
}
