"use client"

import { Dialog as Base } from "@base-ui/react/dialog"
import { type ReactNode, useRef } from "react"
import { cn } from "./class-names"
import { DialogBackdrop, DialogHead } from "./dialog"

/** A side panel; `modal={false}` keeps the page usable. */
export const Sheet = Base.Root
export const SheetTrigger = Base.Trigger

interface SheetContentProps {
  readonly title: string
  readonly description?: string | undefined
  readonly children: ReactNode
  readonly side?: "left" | "right"
  /** False for a panel that keeps the page usable. */
  readonly backdrop?: boolean
  readonly className?: string | undefined
}

const sides = {
  left: "left-0 data-starting-style:-translate-x-4 data-ending-style:-translate-x-4",
  right: "right-0 data-starting-style:translate-x-4 data-ending-style:translate-x-4",
} as const

export function SheetContent({
  title,
  description,
  children,
  side = "right",
  backdrop = true,
  className,
}: SheetContentProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Portal>
      {backdrop ? <DialogBackdrop /> : null}
      <Base.Popup
        ref={popup}
        // Beside a usable page no button is focused, because its tooltip would open.
        initialFocus={backdrop ? undefined : popup}
        className={cn(
          "fixed inset-y-0 z-50 flex weak:w-120 max-w-[calc(100vw-2rem)] flex-col bg-raised shadow-popup outline-none transition-[translate,opacity] data-ending-style:opacity-0 data-starting-style:opacity-0",
          sides[side],
          className,
        )}
      >
        <DialogHead title={title} description={description} />
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">
          {children}
        </div>
      </Base.Popup>
    </Base.Portal>
  )
}
