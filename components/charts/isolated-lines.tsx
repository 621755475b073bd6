import { type ComponentProps, createContext, use, useMemo, useState } from "react"
import { type ChartModel, linesBeside } from "./chart-model"

/** The lines that are isolated, by their keys, while all others fade; undefined where none does. */
export const IsolatedLines = createContext<ReadonlySet<string> | undefined>(undefined)

/** All that is drawn of a line, faded while others are isolated. */
export function LineGroup({ line, ...props }: ComponentProps<"g"> & { readonly line: string }) {
  const isolated = use(IsolatedLines)
  const isFaded = isolated !== undefined && !isolated.has(line)
  return <g data-line={line} {...(isFaded && { "data-faded": true, opacity: 0.15 })} {...props} />
}

/** Which lines are isolated: those of the one that is pointed at, else of the one that was pressed, while the model has it. */
export function useIsolation(model: ChartModel) {
  const [pointed, setPointed] = useState<string>()
  const [pressed, setPressed] = useState<string>()
  const isolated = useMemo(() => {
    const besides = (key?: string) => (key === undefined ? undefined : linesBeside(model, key))
    return besides(pointed) ?? besides(pressed)
  }, [model, pointed, pressed])
  const press = (next: string) => setPressed(next === pressed ? undefined : next)
  return { isolated, pressed, point: setPointed, press }
}
