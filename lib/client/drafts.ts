const channelName = "drafts"
let isOver = false

/** Whether what is entered may be kept in this browser: until the person signs out, in this tab or another. */
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
      // A browser that keeps nothing has nothing to forget.
    }
}

/** Forgets what a person has entered in this browser, whose keys name the person, and keeps nothing more of it: they have chosen to sign out. */
export function forgetDrafts(person: string): void {
  forget(person)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(person)
  channel.close()
}

/** Has a tab forget as well when the person signs out in another, and do what else is to be done; answers how to stop. */
export function followSignOuts(own: string, onSignOut: () => void = () => {}): () => void {
  isOver = false
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    // The tab that signs out hears itself, and is on its way already.
    if (data !== own || isOver) return
    forget(own)
    onSignOut()
  }
  return () => channel.close()
}
