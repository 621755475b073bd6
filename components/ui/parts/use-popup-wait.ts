import { useEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { keepKeysDuring } from "../key-buffer"
import type { TriggerWatch } from "./plain-trigger"
import { type Press, repeatEntry, repeatPress } from "./repeat-press"

/** A popup's wait for its code. */
export interface PopupWait extends TriggerWatch {
  readonly trigger: { current: HTMLButtonElement | null }
}

interface WaitOptions {
  readonly isOpen: boolean
  readonly isKnown: boolean
}

/**
 * Waits with a popup until its code is there. Then another control takes the trigger's place: it gets the focus
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
