import { type ComponentProps, createContext, use } from "react"

/** The lines that stand out, by their keys, while all others fade; undefined where none does. */
export const IsolatedLines = createContext<ReadonlySet<string> | undefined>(undefined)

/** All that is drawn of a line, faded while others stand out. */
export function LineGroup({ line, ...props }: ComponentProps<"g"> & { readonly line: string }) {
  const isolated = use(IsolatedLines)
  const isFaded = isolated !== undefined && !isolated.has(line)
  return <g data-line={line} {...(isFaded && { "data-faded": true, opacity: 0.15 })} {...props} />
}
