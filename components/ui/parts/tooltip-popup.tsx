"use client"

import { Tooltip as Base } from "@base-ui/react/tooltip"
import type { ReactNode } from "react"

export interface TooltipPopupProps {
  readonly anchor: Element
  readonly side: "top" | "bottom" | "left" | "right"
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onEnter: () => void
  readonly children: ReactNode
}

/** A hint beside its element. */
export function TooltipPopup({
  anchor,
  side,
  isOpen,
  onClose,
  onEnter,
  children,
}: TooltipPopupProps) {
  /** Escape closes the hint and whatever else it would close. */
  const change = (open: boolean, details: Base.Root.ChangeEventDetails) => {
    if (details.reason === "escape-key") details.allowPropagation()
    if (!open) onClose()
  }
  return (
    <Base.Root open={isOpen} onOpenChange={change}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="z-50">
          <Base.Popup
            onPointerEnter={onEnter}
            onPointerLeave={onClose}
            className="popup-motion max-w-72 rounded-md bg-ink px-2 py-1 text-canvas text-xs shadow-popup dark:bg-line-strong dark:text-ink"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
