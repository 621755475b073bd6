"use client"

import { useState } from "react"
import { apiKey } from "@/lib/client"
import { Button } from "../ui/button"
import { ConfirmRemoval } from "../ui/confirm-removal"
import { Dialog, DialogTrigger } from "../ui/dialog"
import { useChange } from "./use-change"

interface ConfirmedEndProps {
  readonly work: () => Promise<unknown>
  readonly label: string
  /** The button's accessible name, if its label does not say whose sessions it ends. */
  readonly name?: string | undefined
  readonly title: string
  readonly detail: string
  readonly onEnded: () => void
}

/** Confirms ending sessions, then refetches all lists of sessions. */
export function ConfirmedEnd({ work, label, name, title, detail, onEnded }: ConfirmedEndProps) {
  const [open, setOpen] = useState(false)
  const { run, busy, problem } = useChange(work, apiKey("/api/sessions"))
  const end = async () => {
    if (!(await run(undefined))) return
    setOpen(false)
    onEnded()
  }
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger render={<Button size="sm" className="max-sm:h-11" aria-label={name} />}>
        {label}
      </DialogTrigger>
      <ConfirmRemoval title={title} action={label} busy={busy} error={problem} onRemove={end}>
        {detail}
      </ConfirmRemoval>
    </Dialog>
  )
}
