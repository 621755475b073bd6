"use client"

import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  createContext,
  createElement,
  type ElementType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useRef,
  useState,
} from "react"
import { flushSync } from "react-dom"
import { joinProps } from "../join-props"
import { keepKeysDuring } from "../key-buffer"
import type { LaterCode } from "../later"

/** A press on a control: by the pointer, with where it was, or by a key. */
type Press =
  | { readonly by: "pointer"; readonly x: number; readonly y: number; readonly pointer: string }
  | { readonly by: "key"; readonly key: string }

const pointerSteps = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const

/** Makes a press again on the control that took the place of the pressed one. */
function repeatPress(control: HTMLElement, press: Press): void {
  if (press.by === "pointer") {
    const { x: clientX, y: clientY, pointer: pointerType } = press
    const at = { clientX, clientY, pointerType, detail: 1, isPrimary: true }
    for (const step of pointerSteps)
      control.dispatchEvent(
        new PointerEvent(step, { ...at, bubbles: true, cancelable: true, composed: true }),
      )
  } else if (press.key === "Enter") control.click()
  else
    control.dispatchEvent(
      new KeyboardEvent("keydown", { key: press.key, bubbles: true, cancelable: true }),
    )
}

/** Reports the pointer to a control that it is on; the browser itself reports only its next move. */
function repeatEntry(control: HTMLElement): void {
  control.dispatchEvent(new PointerEvent("pointerover", { pointerType: "mouse", bubbles: true }))
}

interface PlainTriggerProps extends ComponentProps<"button"> {
  readonly render?: ReactElement<object>
}

/** What a control reports while the code of what it opens is not loaded. */
interface TriggerWatch {
  readonly trigger: Ref<HTMLButtonElement>
  /** Called when the pointer or the focus comes to it. */
  readonly near: () => void
  readonly press: (press: Press) => void
  /** Called at the start of a press, until whose end the control must stay. */
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
  const state = { "aria-haspopup": opens, "aria-expanded": false }
  const all = joinProps(joinProps(props, state), watching(watch, takesArrows))
  return cloneElement(element, joinProps(element.props, all))
}

/** A popup's wait for its code. */
export interface PopupWait extends TriggerWatch {
  readonly trigger: { current: HTMLButtonElement | null }
}

interface WaitOptions {
  readonly isOpen: boolean
  readonly isKnown: boolean
}

/**
 * Waits with a popup until its code is there. Then another control replaces the trigger: it gets the focus
 * and the pointer that the first one had, and a press that came too early is made again.
 */
export function usePopupWait(read: () => Promise<unknown>, { isOpen, isKnown }: WaitOptions) {
  const [isOver, setOver] = useState(isKnown)
  const trigger = useRef<HTMLButtonElement>(null)
  const [wait] = useState((): PopupWait => {
    let pressed: Press | undefined
    let held: Promise<void> | undefined
    const end = () => {
      const before = trigger.current
      const hadFocus = before !== null && before === document.activeElement
      const hadPointer = before?.matches(":hover") ?? false
      flushSync(() => setOver(true))
      const after = trigger.current
      if (!after || after === before) return
      if (hadFocus) after.focus({ preventScroll: true })
      if (hadPointer) repeatEntry(after)
      if (pressed) repeatPress(after, pressed)
      pressed = undefined
    }
    return {
      trigger,
      near: () =>
        void keepKeysDuring(read())
          .then(() => held)
          .then(end, () => {}),
      press: (press) => {
        pressed = press
      },
      hold: (until) => {
        held = until
      },
    }
  })
  useEffect(() => {
    if (isOpen) wait.near()
  }, [isOpen, wait])
  return { isOver, wait }
}

interface RootProps {
  readonly open?: boolean | undefined
  readonly defaultOpen?: boolean | undefined
  readonly children?: ReactNode
  readonly content?: LaterCode | undefined
}

/** What holds a popup's state; it opens once the code of its `content` is there, too. */
type Root<Part> = Part extends ElementType
  ? (props: ComponentProps<Part> & { readonly content?: LaterCode }) => ReactNode
  : never

interface Wait extends PopupWait {
  readonly isOver: boolean
}

/**
 * The parts of a popup whose code is read when somebody comes near: until then its trigger is a plain button
 * and nothing else of it is drawn. They take the properties of those that `load` gives.
 */
export function popupLater<Parts extends object>(load: () => Promise<Parts>) {
  const WaitContext = createContext<Wait | undefined>(undefined)
  let known: Parts | undefined
  const read = async () => {
    known ??= await load()
  }
  const componentOf = (name: keyof Parts) => known?.[name] as ComponentType<object> | undefined
  /** What `draw` draws is the part of that name, so that it takes the part's properties. */
  const asPart = <Name extends keyof Parts>(_name: Name, draw: (props: object) => ReactNode) =>
    draw as Parts[Name]

  return {
    /** What holds a popup's state around its trigger and content. */
    root: <Name extends keyof Parts>(name: Name) => {
      const draw = ({ content, ...props }: RootProps) => {
        const isOpen = props.open ?? props.defaultOpen ?? false
        const isKnown = known !== undefined && content?.isRead() !== false
        const readAll = () => Promise.all([read(), content?.read()])
        const { isOver, wait } = usePopupWait(readAll, { isOpen, isKnown })
        const Root = componentOf(name)
        const children = (
          <WaitContext value={{ ...wait, isOver: isOver && Root !== undefined }}>
            {props.children}
          </WaitContext>
        )
        return isOver && Root ? createElement(Root, { ...props }, children) : children
      }
      // What it draws is the part of that name, so that it takes the part's properties.
      return draw as unknown as Root<Parts[Name]>
    },
    /** What opens it. */
    trigger: <Name extends keyof Parts>(name: Name, opens: "menu" | "dialog"): Parts[Name] =>
      asPart(name, (props: PlainTriggerProps) => {
        const wait = use(WaitContext)
        const Trigger = componentOf(name)
        if (wait && !wait.isOver) return <PlainTrigger {...props} opens={opens} watch={wait} />
        const ref = wait?.trigger
        return Trigger ? createElement(Trigger, { ...props, ...(ref && { ref }) }) : null
      }),
    /** What is seen of it only when it is open. */
    part: <Name extends keyof Parts>(name: Name): Parts[Name] =>
      asPart(name, (props) => {
        const isWaiting = use(WaitContext)?.isOver === false
        const Part = componentOf(name)
        return isWaiting || !Part ? null : createElement(Part, props)
      }),
  }
}
