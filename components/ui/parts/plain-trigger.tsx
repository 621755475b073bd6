import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type Ref,
} from "react"
import { joinProps } from "./join-props"
import type { Press } from "./repeat-press"

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

export interface PlainTriggerOptions extends PlainTriggerProps {
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
