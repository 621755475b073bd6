"use client"

import { FileDown } from "lucide-react"
import dynamic from "next/dynamic"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Dialog, DialogTrigger } from "../ui/dialog"
import { IconButton } from "../ui/icon-button"
import type { ExportSetup } from "./export-dialog"

const ExportDialog = dynamic(() => import("./export-dialog").then((part) => part.ExportDialog))

/** Opens the choices for an export of what the report asks for. */
export function ExportButton(props: ExportSetup) {
  const t = useTranslations("exports")
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger
        render={
          <IconButton label={t("open")} size="sm">
            <FileDown aria-hidden="true" />
          </IconButton>
        }
      />
      {open ? <ExportDialog {...props} onClose={() => setOpen(false)} /> : null}
    </Dialog>
  )
}
