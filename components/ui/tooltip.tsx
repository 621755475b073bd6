"use client"

import { Tooltip as Base } from "@base-ui/react/tooltip"
import type { ReactElement, ReactNode } from "react"

interface TooltipProps {
  readonly content: ReactNode
  /** A single focusable and hoverable element. */
  readonly children: ReactElement
}

/** Escape closes the tooltip, and also what it would close otherwise. */
function passEscapeOn(_isOpen: boolean, change: Base.Root.ChangeEventDetails) {
  if (change.reason === "escape-key") change.allowPropagation()
}

/** A tooltip for sighted people; its text must also be in the trigger's accessible name. */
export function Tooltip({ content, children }: TooltipProps) {
  return (
    <Base.Root onOpenChange={passEscapeOn}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-50">
          <Base.Popup className="popup-motion max-w-72 rounded-md bg-ink px-2 py-1 text-canvas text-xs shadow-popup dark:bg-line-strong dark:text-ink">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
