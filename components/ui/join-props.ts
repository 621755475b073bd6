import type { Ref } from "react"

type Props = Readonly<Record<string, unknown>>
type Handler = (...parameters: readonly unknown[]) => void

const isHandler = (name: string, value: unknown): value is Handler =>
  /^on[A-Z]/.test(name) && typeof value === "function"

const joinRefs = (refs: readonly Ref<unknown>[]) => (node: unknown) => {
  for (const ref of refs)
    if (typeof ref === "function") ref(node)
    else if (ref) ref.current = node
}

function join(name: string, own: unknown, added: unknown): unknown {
  if (own === undefined || added === undefined) return own ?? added
  if (name === "className") return `${own} ${added}`
  if (name === "ref") return joinRefs([own as Ref<unknown>, added as Ref<unknown>])
  if (!isHandler(name, own) || !isHandler(name, added)) return own
  return (...parameters: readonly unknown[]) => {
    own(...parameters)
    added(...parameters)
  }
}

/** An element's own properties and more of them: its own win, handlers, refs and class names are joined. */
export const joinProps = (own: object, added: object): object => ({
  ...own,
  ...Object.fromEntries(
    Object.entries(added).map(([name, value]) => [name, join(name, (own as Props)[name], value)]),
  ),
})
