import { useMemo } from "react"
import { useLocale } from "use-intl"
import { ZoneList } from "../../ui/zone-list"
import { zoneName, zoneOption } from "../../ui/zone-options"
import type { ControlProps } from "./control-props"
import { PickerButton } from "./picker-button"

function sayZone(locale: string, zone: string): string {
  try {
    return `${zoneName(zone)}, ${zoneOption(locale, zone, new Date()).offset}`
  } catch {
    return zone
  }
}

/** One time zone of the IANA database. */
export function ZoneControl(props: ControlProps) {
  const locale = useLocale()
  const { value } = props
  const zone = typeof value === "string" && value !== "" ? value : undefined
  const text = useMemo(() => zone && sayZone(locale, zone), [locale, zone])
  return (
    <PickerButton control={props} text={text} className="px-2 pt-2">
      {(close) => (
        <ZoneList
          label={props.label}
          chosen={zone}
          onChoose={(chosen) => {
            props.onChange(chosen ?? null)
            close()
          }}
        />
      )}
    </PickerButton>
  )
}
