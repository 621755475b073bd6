"use client"

import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react"
import { joinProps } from "./join-props"
import { later } from "./later"

const restMs = 400
const graceMs = 120

/** When the pointer last left a hint, so that the next one comes at once. */
let lastGone = Number.NEGATIVE_INFINITY

/** When a hint about an element is shown: after the pointer has rested on it, or at once for the keyboard's focus. */
function useHint() {
  const [anchor, setAnchor] = useState<Element>()
  const [isOpen, setOpen] = useState(false)
  const wasLeft = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const open = () => {
    clearTimeout(timer.current)
    setOpen(true)
  }
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  const after = (ms: number, act: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, ms)
  }
  const handlers = {
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent) => {
      if (pointerType === "touch") return
      setAnchor(currentTarget)
      after(performance.now() - lastGone < restMs ? 0 : restMs, open)
    },
    onPointerLeave: () => {
      if (isOpen) lastGone = performance.now()
      after(graceMs, close)
    },
    onPointerDown: close,
    onFocus: ({ currentTarget }: FocusEvent) => {
      const isBack = wasLeft.current
      wasLeft.current = false
      if (isBack || !currentTarget.matches(":focus-visible")) return
      setAnchor(currentTarget)
      open()
    },
    onBlur: ({ currentTarget }: FocusEvent) => {
      // Who leaves the window leaves the focus where it is.
      wasLeft.current = document.activeElement === currentTarget
      close()
    },
  }
  return { anchor, isOpen, open, close, handlers }
}

const TooltipPopup = later(() => import("./parts/tooltip-popup").then((part) => part.TooltipPopup))

interface TooltipProps {
  readonly content: ReactNode
  /** One element that can be focused and is pointed at. */
  readonly children: ReactElement<object>
  readonly side?: "top" | "bottom" | "left" | "right"
}

/** A hint for those who see; whatever it says must also be in the trigger's own name. */
export function Tooltip({ content, children, side = "top" }: TooltipProps) {
  const { anchor, isOpen, open, close, handlers } = useHint()
  return (
    <>
      {cloneElement(children, joinProps(children.props, handlers))}
      {anchor ? (
        <TooltipPopup anchor={anchor} side={side} isOpen={isOpen} onClose={close} onEnter={open}>
          {content}
        </TooltipPopup>
      ) : null}
    </>
  )
}
