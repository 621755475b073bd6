import type { ReactNode } from "react"
import { createRoot } from "react-dom/client"
import { vi } from "vitest"

const nothing = () => {}
const listening = { addEventListener: nothing, removeEventListener: nothing }

/** As much of an element as React asks for where nothing is shown. */
const emptyElement = (document: object) =>
  ({ ...listening, nodeType: 1, tagName: "DIV", ownerDocument: document }) as unknown as Element

/** A window without a page, in which hooks run; its local storage begins empty. */
export function openWindow(): void {
  const stored = new Map<string, string>()
  const document = { ...listening, nodeType: 9, activeElement: null }
  vi.stubGlobal("document", document)
  vi.stubGlobal("window", {
    ...{ ...listening, document, HTMLIFrameElement: class {} },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  })
}

/** What a hook has answered so far, the last answer last. */
export interface HookRun<T> {
  readonly answers: readonly T[]
  readonly now: () => T
  /** Leaves the page. */
  readonly leave: () => void
}

interface PageProps<T> {
  readonly useHook: () => T
  readonly tell: (answer: T) => void
}

function Page<T>({ useHook, tell }: PageProps<T>) {
  tell(useHook())
  return null
}

/** Runs a hook in the window as the browser does, each change shown as soon as React gets to it. */
export function runHook<T>(useHook: () => T, within: (part: ReactNode) => ReactNode): HookRun<T> {
  const answers: T[] = []
  const root = createRoot(emptyElement(document))
  root.render(within(<Page useHook={useHook} tell={(answer: T) => answers.push(answer)} />))
  const now = () => {
    const last = answers.at(-1)
    if (last === undefined) throw new Error("Nothing has been shown yet.")
    return last
  }
  return { answers, now, leave: () => root.unmount() }
}
