"use client"

import { Tooltip as Base } from "@base-ui/react/tooltip"
import type { ReactElement, ReactNode } from "react"

interface TooltipProps {
  readonly content: ReactNode
  /** One element that can be focused and is pointed at. */
  readonly children: ReactElement
}

/** Escape closes the hint and whatever else it would close. */
function passEscapeOn(_isOpen: boolean, change: Base.Root.ChangeEventDetails) {
  if (change.reason === "escape-key") change.allowPropagation()
}

/** A hint for those who see; whatever it says must also be in the trigger's own name. */
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
