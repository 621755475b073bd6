import { setImmediate } from "node:timers/promises"
import { act, type ReactNode } from "react"
import { createRoot, type Root } from "react-dom/client"
import { onTestFinished, vi } from "vitest"

const nothing = () => {}
const listening = { addEventListener: nothing, removeEventListener: nothing }

/** As much of a browser as React asks for where nothing is drawn; its local storage begins empty. */
export function openWindow(): Element {
  const stored = new Map<string, string>()
  const document = {
    documentElement: { lang: "en" },
    ...listening,
    nodeType: 9,
    activeElement: null,
    getElementById: () => null,
    querySelector: () => null,
  }
  vi.stubGlobal("document", document)
  vi.stubGlobal("window", {
    ...listening,
    document,
    HTMLIFrameElement: class {},
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  })
  const container = { ...listening, nodeType: 1, tagName: "DIV", ownerDocument: document }
  return container as unknown as Element
}

type Hook<Props, Result> = (props: Props) => Result
type Around = (hook: ReactNode) => ReactNode

interface ProbeProps<Props, Result> {
  readonly useHook: Hook<Props, Result>
  readonly props: Props
  readonly onResult: (result: Result) => void
}

function Probe<Props, Result>({ useHook, props, onResult }: ProbeProps<Props, Result>) {
  onResult(useHook(props))
  return null
}

/** A component that draws nothing and runs a hook; `around` stands about it. */
function createProbe<Props, Result>(root: Root, useHook: Hook<Props, Result>, around: Around) {
  const results: Result[] = []
  const onResult = (result: Result) => void results.push(result)
  return {
    results,
    show: (props: Props) =>
      root.render(around(<Probe useHook={useHook} props={props} onResult={onResult} />)),
    now() {
      if (results.length === 0) throw new Error("Nothing has been shown yet.")
      return results.at(-1) as Result
    },
  }
}

/** Runs a hook with its effects for one test, step by step. */
export async function runHook<Props, Result>(
  useHook: Hook<Props, Result>,
  first: NoInfer<Props>,
  around: Around = (hook) => hook,
) {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true)
  const root = createRoot(openWindow())
  const { show, now } = createProbe(root, useHook, around)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    // What React has still scheduled needs the window.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    vi.unstubAllGlobals()
  })
  await act(async () => show(first))
  return {
    /** What the hook answered last. */
    now,
    /** Runs it again with other arguments. */
    show: (props: Props) => act(async () => show(props)),
    /** Does something with its answer, and waits for what comes of it. */
    act: (change: (result: Result) => void) => act(async () => change(now())),
  }
}

/** What a hook answers while it runs. */
export interface HookRun<Result> {
  /** All its answers, the last one last. */
  readonly results: readonly Result[]
  readonly now: () => Result
  /** Leaves the page. */
  readonly leave: () => void
}

/** Runs a hook in a window that is open as a browser does, each change shown as soon as React gets to it. */
export function startHook<Result>(
  container: Element,
  useHook: () => Result,
  around: Around,
): HookRun<Result> {
  const root = createRoot(container)
  const { results, show, now } = createProbe(root, useHook, around)
  show(undefined)
  return { results, now, leave: () => root.unmount() }
}
