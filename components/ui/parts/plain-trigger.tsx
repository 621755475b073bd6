import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
} from "react"

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

/** A press on a control: by the pointer, with where it was, or by a key. */
export type Press =
  | { readonly by: "pointer"; readonly x: number; readonly y: number; readonly pointer: string }
  | { readonly by: "key"; readonly key: string }

const pointerSteps = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const

/** Makes a press again on the control that took the place of the pressed one. */
export function repeatPress(control: HTMLElement, press: Press): void {
  if (press.by === "pointer") {
    const { x: clientX, y: clientY, pointer: pointerType } = press
    const place = { clientX, clientY, pointerType, detail: 1, isPrimary: true }
    for (const step of pointerSteps)
      control.dispatchEvent(
        new PointerEvent(step, { ...place, bubbles: true, cancelable: true, composed: true }),
      )
  } else if (press.key === "Enter") control.click()
  else
    control.dispatchEvent(
      new KeyboardEvent("keydown", { key: press.key, bubbles: true, cancelable: true }),
    )
}

/** Tells a control that the pointer is on it, where the browser tells only of the next move. */
export function repeatEntry(control: HTMLElement): void {
  control.dispatchEvent(new PointerEvent("pointerover", { pointerType: "mouse", bubbles: true }))
}

export interface PlainTriggerProps extends ComponentProps<"button"> {
  readonly render?: ReactElement<object>
}

/** What a control tells while the code of what it opens is not there. */
export interface TriggerWatch {
  readonly trigger: Ref<HTMLButtonElement>
  /** Told when the pointer or the focus comes to it. */
  readonly near: () => void
  readonly press: (press: Press) => void
  /** Told of a press under way, during which the control must stay. */
  readonly hold: (until: Promise<void>) => void
}

/** Comes after the click that ends a press. */
const endOf = (...types: readonly string[]) =>
  new Promise<void>((resolve) => {
    const end = () => {
      for (const type of types) window.removeEventListener(type, end, true)
      setTimeout(resolve, 0)
    }
    for (const type of types) window.addEventListener(type, end, true)
  })

const watching = ({ trigger, near, press, hold }: TriggerWatch, arrows: boolean) => ({
  ref: trigger,
  onPointerEnter: near,
  onFocus: near,
  onPointerDown: () => hold(endOf("pointerup", "pointercancel")),
  onKeyDown: (event: KeyboardEvent) => {
    const { key } = event
    if (key === " ") hold(endOf("keyup", "blur"))
    if (!arrows || (key !== "ArrowDown" && key !== "ArrowUp")) return
    event.preventDefault()
    press({ by: "key", key })
    near()
  },
  onClick: ({ detail, clientX: x, clientY: y, nativeEvent }: MouseEvent) => {
    const { pointerType: pointer = "mouse" } = nativeEvent as PointerEvent
    press(detail > 0 ? { by: "pointer", x, y, pointer } : { by: "key", key: "Enter" })
    near()
  },
})

interface PlainTriggerOptions extends PlainTriggerProps {
  readonly opens: "menu" | "dialog"
  readonly watch: TriggerWatch
}

/** The button that opens a popup, before the popup's code is there: it looks the same and remembers a press. */
export function PlainTrigger({ render, opens, watch, ...props }: PlainTriggerOptions) {
  const element = render ?? <button type="button" />
  const takesArrows = opens === "menu" || props.role === "combobox"
  const says = { "aria-haspopup": opens, "aria-expanded": false }
  const all = joinProps(joinProps(props, says), watching(watch, takesArrows))
  return cloneElement(element, joinProps(element.props, all))
}
