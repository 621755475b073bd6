/** Comes with an answer that shows people, sealed by the server: whoever may not know everybody's name is told theirs. */
const header = "x-shown-people"

/** How many answers' people a look-up of names carries. */
const most = 10

let shown: readonly string[] = []
const listeners = new Set<() => void>()

/** Keeps whom an answer has shown. */
export function noteShown(sealed: string | null | undefined): void {
  if (!sealed || shown.includes(sealed)) return
  shown = [sealed, ...shown].slice(0, most)
  for (const listener of listeners) listener()
}

/** What answers have said of whom they show. */
export const shownIn = ({ headers }: { readonly headers: Headers }): string | undefined =>
  headers.get(header) ?? undefined

/** Whom this page's answers have shown, the newest first. */
export const readShown = (): readonly string[] => shown

/** Calls the listener when an answer has shown others. */
export function onShown(listener: () => void): void {
  listeners.add(listener)
}
