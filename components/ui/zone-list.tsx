import { Command } from "cmdk"
import { Check, Search } from "lucide-react"
import { useMemo } from "react"
import { useLocale, useTranslations } from "use-intl"
import { type ZoneOption, zoneOption, zoneOptions } from "./zone-options"

export interface ZoneListProps {
  /** Its name, read aloud. */
  readonly label: string
  /** The zone that is in force without a choice, and how that is said; absent where there is none. */
  readonly own?: { readonly zone: string; readonly label: string }
  /** The IANA name of the chosen zone; absent while none is chosen. */
  readonly chosen: string | undefined
  /** Called with the IANA name of a zone, or with nothing for the own one. */
  readonly onChoose: (zone: string | undefined) => void
}

const ownValue = "own"

/** Every time zone, searched by city, region, time and offset. */
export function ZoneList({ label, own, chosen, onChoose }: ZoneListProps) {
  const t = useTranslations("common.zones")
  const locale = useLocale()
  const now = useMemo(() => new Date(), [])
  const options = useMemo(() => zoneOptions(locale, now), [locale, now])
  return (
    <Command label={label} defaultValue={chosen ?? ownValue} loop>
      <div className="flex items-center gap-2 rounded-md border px-2.5">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <Command.Input
          autoFocus
          placeholder={t("search")}
          className="h-9 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-faint"
        />
      </div>
      <Command.List className="-mx-2 mt-2 h-80 max-h-[50dvh] scroll-py-1 overflow-y-auto overscroll-contain">
        <Command.Empty className="px-3 py-6 text-center text-ink-muted">{t("none")}</Command.Empty>
        {own ? (
          <ZoneItem
            value={ownValue}
            option={zoneOption(locale, own.zone, now)}
            name={own.label}
            chosen={chosen === undefined}
            onChoose={() => onChoose(undefined)}
          />
        ) : null}
        {options.map((option) => (
          <ZoneItem
            key={option.zone}
            value={option.zone}
            option={option}
            name={option.name}
            chosen={chosen === option.zone}
            onChoose={() => onChoose(option.zone)}
          />
        ))}
      </Command.List>
    </Command>
  )
}

interface ZoneItemProps {
  readonly value: string
  readonly option: ZoneOption
  readonly name: string
  readonly chosen: boolean
  readonly onChoose: () => void
}

function ZoneItem({ value, option, name, chosen, onChoose }: ZoneItemProps) {
  return (
    <Command.Item
      value={value}
      keywords={[name, option.time, option.offset]}
      onSelect={onChoose}
      className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="block">{name}</span>
        <span className="block truncate text-ink-faint text-xs">{option.time}</span>
      </span>
      <span className="shrink-0 text-ink-muted text-xs tabular">{option.offset}</span>
      <span className="size-4 shrink-0 text-accent-ink">
        {chosen ? <Check className="size-4" aria-hidden="true" /> : null}
      </span>
    </Command.Item>
  )
}
