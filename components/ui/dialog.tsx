"use client"

import { Dialog as Base } from "@base-ui/react/dialog"
import { X } from "lucide-react"
import { type ReactNode, useRef } from "react"
import { useTranslations } from "use-intl"
import { cn } from "./class-names"
import { IconButton } from "./icon-button"

export const Dialog = Base.Root

/** Opens the dialog: `<DialogTrigger render={<Button />}>…`. */
export const DialogTrigger = Base.Trigger

/** Closes the dialog: `<DialogClose render={<Button />}>…`. */
export const DialogClose = Base.Close

interface ControlledDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog without a trigger, controlled by the parent. */
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

interface DialogContentProps {
  readonly title: string
  readonly description?: string | undefined
  readonly children?: ReactNode
  /** Buttons in the footer, the primary one last. */
  readonly actions?: ReactNode
  readonly className?: string | undefined
  /** Receives the focus afterwards, if not the trigger; true for the trigger. */
  readonly focusAfter?: (() => HTMLElement | true) | undefined
}

const entries =
  "[data-first-focus], input:enabled:not([type=hidden]), textarea:enabled, select:enabled"

/**
 * A question or form above the page. The first input gets the focus, but no button, because its
 * tooltip would open.
 */
export function DialogContent(props: DialogContentProps) {
  const { title, description, children, actions, className, focusAfter = () => true } = props
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  return (
    <Base.Portal>
      <DialogBackdrop />
      <Base.Popup
        ref={popup}
        initialFocus={(openType) => {
          const entry = openType === "touch" ? null : body.current?.querySelector(entries)
          return entry instanceof HTMLElement ? entry : popup.current
        }}
        finalFocus={focusAfter}
        className={cn(
          "popup-motion fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] weak:w-120 max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-xl bg-raised shadow-popup outline-none",
          className,
        )}
      >
        <DialogHead title={title} description={description} />
        <div ref={body} className="min-h-0 overflow-y-auto px-5 pb-5">
          {children}
        </div>
        {actions ? (
          <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{actions}</div>
        ) : null}
      </Base.Popup>
    </Base.Portal>
  )
}

/** Dims the page behind a dialog or sheet. */
export function DialogBackdrop() {
  return (
    <Base.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
  )
}

export function DialogHead({
  title,
  description,
}: {
  title: string
  description?: string | undefined
}) {
  const t = useTranslations("common")
  return (
    <div className="flex items-start gap-4 px-5 pt-4 pb-3">
      <div className="min-w-0 flex-1">
        <Base.Title className="font-semibold text-base">{title}</Base.Title>
        {description ? (
          <Base.Description className="mt-0.5 text-ink-muted">{description}</Base.Description>
        ) : null}
      </div>
      <Base.Close
        render={
          <IconButton label={t("close")} size="sm" className="-mr-1.5">
            <X aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  )
}
