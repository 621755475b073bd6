import { Clock } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import { Button } from "../ui/button"
import { Popover, PopoverContent, PopoverTrigger } from "../ui/popover"
import { ZoneList } from "../ui/zone-list"
import { zoneName } from "../ui/zone-options"

interface ZoneMenuProps {
  /** The view's own zone, by IANA name. */
  readonly zone: string | undefined
  /** The reader's zone, the default. */
  readonly ownZone: string
  readonly onZone: (zone: string | undefined) => void
}

/** A view's time zone for display and filters: the reader's, or one in its address. */
export function ZoneMenu({ zone, ownZone, onZone }: ZoneMenuProps) {
  const t = useTranslations("reports.zone")
  const [open, setOpen] = useState(false)
  const choose = (next: string | undefined) => {
    setOpen(false)
    onZone(next)
  }
  const inForce = t("in", { zone: zoneName(zone ?? ownZone) })
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        render={
          <Button variant="ghost" size="sm" aria-label={inForce} title={inForce}>
            <Clock aria-hidden="true" />
            <span className={zone === undefined ? "hidden min-[1400px]:inline" : ""}>
              {zoneName(zone ?? ownZone)
                .split("/")
                .at(-1)}
            </span>
          </Button>
        }
      />
      <PopoverContent label={t("label")} align="end" className="w-80">
        <p className="mb-2 text-ink-muted text-xs">{t("note")}</p>
        <ZoneList
          label={t("label")}
          own={{ zone: ownZone, label: t("own", { zone: zoneName(ownZone) }) }}
          chosen={zone}
          onChoose={choose}
        />
      </PopoverContent>
    </Popover>
  )
}
