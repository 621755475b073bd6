import { Command } from "cmdk"
import { Check, Search } from "lucide-react"
import { useMemo, useState } from "react"
import { useLocale, useTranslations } from "use-intl"
import { MoreOptions } from "./more-options"
import { cutOptions, foldOptions, rankOptions } from "./rank-options"
import type { Option } from "./select"
import { zoneName, zoneNames, zoneOption } from "./zone-options"

interface ZoneListProps {
  /** Its name, for screen readers. */
  readonly label: string
  /** The default zone and its label; absent if there is none. */
  readonly own?: { readonly zone: string; readonly label: string }
  /** The IANA name of the selected zone; absent if none is. */
  readonly chosen: string | undefined
  /** Called with the IANA name of a zone, or undefined for the default. */
  readonly onChoose: (zone: string | undefined) => void
}

const ownValue = "own"

interface ZoneChoice extends Option {
  /** Its IANA name. */
  readonly zone: string
}

/** All zones, the default first. */
function useChoices(own: ZoneListProps["own"]) {
  return useMemo((): ZoneChoice[] => {
    const zones = zoneNames().map((zone) => ({ value: zone, label: zoneName(zone), zone }))
    return own ? [{ value: ownValue, label: own.label, zone: own.zone }, ...zones] : zones
  }, [own])
}

/**
 * Formatting the times of all zones is slow on some computers, so it waits until the person types.
 */
function useFound(choices: readonly ZoneChoice[], typed: string, now: Date) {
  const locale = useLocale()
  const isTyped = typed !== ""
  const folded = useMemo(() => {
    if (!isTyped) return undefined
    const textOf = ({ zone }: ZoneChoice) => {
      const { name, time, offset } = zoneOption(locale, zone, now)
      return `${name} ${time} ${offset}`
    }
    return foldOptions(choices.map((choice) => ({ ...choice, description: textOf(choice) })))
  }, [choices, isTyped, locale, now])
  return useMemo(() => (folded ? rankOptions(folded, typed) : choices), [folded, choices, typed])
}

/** All time zones, searchable by city, region, time and offset. */
export function ZoneList({ label, own, chosen, onChoose }: ZoneListProps) {
  const t = useTranslations("common.zones")
  const [typed, setTyped] = useState("")
  const [now] = useState(() => new Date())
  const found = useFound(useChoices(own), typed, now)
  const current = chosen ?? ownValue
  const { shown, more } = useMemo(
    () => cutOptions(found, { value: current, typed }),
    [found, typed, current],
  )
  return (
    <Command label={label} defaultValue={current} shouldFilter={false} loop>
      <div className="flex items-center gap-2 rounded-md border px-2.5">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <Command.Input
          autoFocus
          value={typed}
          onValueChange={setTyped}
          placeholder={t("search")}
          className="h-9 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-faint"
        />
      </div>
      <Command.List className="-mx-2 mt-2 h-80 max-h-[50dvh] scroll-py-1 overflow-y-auto overscroll-contain">
        <Command.Empty className="px-3 py-6 text-center text-ink-muted">{t("none")}</Command.Empty>
        {shown.map(({ value, label: name, zone }) => (
          <ZoneItem
            key={value}
            value={value}
            zone={zone}
            name={name}
            now={now}
            chosen={value === current}
            onChoose={() => onChoose(value === ownValue ? undefined : value)}
          />
        ))}
      </Command.List>
      <div className="-mx-2">
        <MoreOptions count={more} />
      </div>
    </Command>
  )
}

interface ZoneItemProps {
  readonly value: string
  readonly zone: string
  readonly name: string
  readonly now: Date
  readonly chosen: boolean
  readonly onChoose: () => void
}

function ZoneItem({ value, zone, name, now, chosen, onChoose }: ZoneItemProps) {
  const locale = useLocale()
  const { time, offset } = useMemo(() => zoneOption(locale, zone, now), [locale, zone, now])
  return (
    <Command.Item
      value={value}
      onSelect={onChoose}
      className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="block">{name}</span>
        <span className="block text-ink-faint text-xs">{time}</span>
      </span>
      <span className="shrink-0 text-ink-muted text-xs tabular">{offset}</span>
      <span className="size-4 shrink-0 text-accent-ink">
        {chosen ? <Check className="size-4" aria-hidden="true" /> : null}
      </span>
    </Command.Item>
  )
}
