import { setImmediate } from "node:timers/promises"
import { act, type ReactNode } from "react"
import { createRoot, type Root } from "react-dom/client"
import { onTestFinished, vi } from "vitest"

const nothing = () => {}
const listening = { addEventListener: nothing, removeEventListener: nothing }

/** The parts of a browser that React needs to render nothing. The local storage is empty. */
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

/** A component that renders nothing and runs a hook inside `around`. */
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

/** Runs a hook with its effects in `act`, step by step, for one test. */
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
    // Work that React has scheduled needs the window.
    for (let turn = 0; turn < 3; turn += 1) await setImmediate()
    vi.unstubAllGlobals()
  })
  await act(async () => show(first))
  return {
    /** The hook's latest result. */
    now,
    /** Renders the hook with other arguments. */
    show: (props: Props) => act(async () => show(props)),
    /** Calls `change` with the latest result and waits for the effects. */
    act: (change: (result: Result) => void) => act(async () => change(now())),
  }
}

/** A running hook. */
export interface HookRun<Result> {
  /** All results, oldest first. */
  readonly results: readonly Result[]
  readonly now: () => Result
  /** Unmounts the hook. */
  readonly leave: () => void
}

/** Runs a hook in an open window without `act`, so React schedules updates as in a browser. */
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
