import { act, type ReactNode } from "react"
import { createRoot } from "react-dom/client"
import { onTestFinished, vi } from "vitest"

const nothing = () => {}
const listening = { addEventListener: nothing, removeEventListener: nothing }

/** As much of a browser as React asks for where nothing is drawn. */
function openWindow(): Element {
  const document = { ...listening, nodeType: 9, activeElement: null, getElementById: () => null }
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true)
  vi.stubGlobal("document", document)
  vi.stubGlobal("window", { ...listening, document, HTMLIFrameElement: class {} })
  const container = { ...listening, nodeType: 1, tagName: "DIV", ownerDocument: document }
  return container as unknown as Element
}

type Hook<Props, Result> = (props: Props) => Result

interface ProbeProps<Props, Result> {
  readonly useHook: Hook<Props, Result>
  readonly props: Props
  readonly tell: (result: Result) => void
}

function Probe<Props, Result>({ useHook, props, tell }: ProbeProps<Props, Result>) {
  tell(useHook(props))
  return null
}

/** Runs a hook with its effects for one test, as a component that draws nothing; `around` stands about it. */
export async function runHook<Props, Result>(
  useHook: Hook<Props, Result>,
  first: NoInfer<Props>,
  around: (hook: ReactNode) => ReactNode = (hook) => hook,
) {
  const results: Result[] = []
  const now = () => results.at(-1) as Result
  const tell = (result: Result) => void results.push(result)
  const root = createRoot(openWindow())
  const show = (props: Props) =>
    act(async () => root.render(around(<Probe useHook={useHook} props={props} tell={tell} />)))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    vi.unstubAllGlobals()
  })
  await show(first)
  return {
    /** What the hook answered last. */
    now,
    /** Runs it again with other arguments. */
    show,
    /** Does something with its answer, and waits for what comes of it. */
    act: (change: (result: Result) => void) => act(async () => change(now())),
  }
}
