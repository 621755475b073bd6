"use client"

import { useTranslations } from "use-intl"
import { timeZoneCookie } from "@/lib/client"
import { Dialog, DialogContent } from "../ui/dialog"
import { ZoneList } from "../ui/zone-list"
import { zoneName } from "../ui/zone-options"
import { browserTimeZone, useZones } from "./time-zones"
import { useChoice } from "./use-choice"

export interface ZoneDialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Selects the display time zone: the browser's, or another one. */
export function ZoneDialog({ open, onOpenChange }: ZoneDialogProps) {
  const t = useTranslations("frame")
  const { chosen } = useZones()
  const choose = useChoice(timeZoneCookie)
  const done = (zone: string | undefined) => {
    onOpenChange(false)
    choose(zone)
  }
  const zone = browserTimeZone()
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("zone.title")} description={t("zone.note")}>
        <ZoneList
          label={t("zone.title")}
          own={{ zone, label: t("zone.browser", { zone: zoneName(zone) }) }}
          chosen={chosen}
          onChoose={done}
        />
      </DialogContent>
    </Dialog>
  )
}
