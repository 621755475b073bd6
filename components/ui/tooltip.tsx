"use client"

import { Tooltip as Base } from "@base-ui/react/tooltip"
import type { ReactElement, ReactNode } from "react"

export interface TooltipProps {
  readonly content: ReactNode
  /** One element that can be focused; it becomes the trigger. */
  readonly children: ReactElement
  readonly side?: "top" | "bottom" | "left" | "right"
}

/** A hint for those who see; whatever it says must also be in the trigger's own name. */
export function Tooltip({ content, children, side = "top" }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="popup-motion max-w-72 rounded-md bg-ink px-2 py-1 text-canvas text-xs shadow-popup dark:bg-line-strong dark:text-ink">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
