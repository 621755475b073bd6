"use client"

import type { ReactNode } from "react"
import { popupLater } from "./parts/popup-later"

const { root, trigger, part } = popupLater(() =>
  import("./parts/dialog").then(({ dialogParts }) => dialogParts),
)

export const Dialog = root("Dialog")

/** What opens it: `<DialogTrigger render={<Button />}>…`. */
export const DialogTrigger = trigger("DialogTrigger", "dialog")

/** What closes it: `<DialogClose render={<Button />}>…`. */
export const DialogClose = part("DialogClose")

/** A question or a form above the page. */
export const DialogContent = part("DialogContent")

interface ControlledDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog without a trigger of its own, open as long as the screen says so. */
export function ControlledDialog({ isOpen, onClose, children }: ControlledDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      {children}
    </Dialog>
  )
}
