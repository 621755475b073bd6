"use client"

import { FileDown } from "lucide-react"
import dynamic from "next/dynamic"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"
import { Dialog, DialogTrigger } from "../ui/dialog"
import type { ExportSetup } from "./export-dialog"

const ExportDialog = dynamic(() => import("./export-dialog").then((part) => part.ExportDialog))

export function ExportButton(props: ExportSetup) {
  const t = useTranslations("exports")
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger
        render={
          <Button variant="ghost" size="sm">
            <FileDown aria-hidden="true" />
            {t("open")}
          </Button>
        }
      />
      {open ? <ExportDialog {...props} onClose={() => setOpen(false)} /> : null}
    </Dialog>
  )
}
