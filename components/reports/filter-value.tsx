import { useTimeZone, useTranslations } from "use-intl"
import type { Property } from "@/lib/catalogue"
import { cn } from "../ui/class-names"
import { Input } from "../ui/input"
import { Select } from "../ui/select"
import { isTime } from "./time-input"

export interface FilterValueProps {
  readonly property: Property
  /** Known values to choose from; any other may be typed. */
  readonly values: readonly string[]
  readonly wallClock: boolean
  readonly text: string
  readonly invalid: boolean
  readonly describedBy: string
  readonly onChange: (text: string) => void
  /** A value chosen outright, which needs no further confirming. */
  readonly onChoose: (text: string) => void
}

/** The control in which a filter's value is written, by the property's type. */
export function FilterValue(props: FilterValueProps) {
  const { property, values, text, invalid, describedBy, onChange } = props
  const t = useTranslations("reports")
  const common = useTranslations("common")
  if (property.type === "boolean")
    return (
      <Select
        label={t("filter.value")}
        placeholder={t("filter.value")}
        options={[
          { value: "true", label: common("yes") },
          { value: "false", label: common("no") },
        ]}
        value={text === "" ? null : text}
        onValueChange={onChange}
      />
    )
  const shared = {
    "aria-label": t("filter.value"),
    "aria-invalid": invalid,
    "aria-describedby": describedBy,
    autoFocus: true,
    value: text,
    onValueChange: onChange,
  }
  if (isTime(property.type)) return <TimeValue {...props} shared={shared} />
  const numeric = property.type === "integer" || property.type === "double"
  return (
    <>
      <Input
        {...shared}
        type="text"
        placeholder={t("filter.value")}
        inputMode={numeric ? "decimal" : "text"}
        spellCheck={false}
        autoComplete="off"
        className={cn(property.type === "guid" && "font-mono text-xs")}
      />
      {values.length > 0 ? <KnownValues {...props} /> : null}
    </>
  )
}

function TimeValue({ wallClock, shared }: FilterValueProps & { shared: object }) {
  const t = useTranslations("reports")
  const zone = useTimeZone() ?? "UTC"
  return (
    <>
      <Input {...shared} type="datetime-local" step={1} />
      <p className="text-ink-faint text-xs">
        {wallClock ? t("filter.wallClockHint") : t("filter.timeHint", { zone })}
      </p>
    </>
  )
}

function KnownValues({ values, text, onChoose }: FilterValueProps) {
  const t = useTranslations("reports")
  const wanted = text.toLowerCase()
  const exact = values.includes(text)
  const matching = exact ? values : values.filter((value) => value.toLowerCase().includes(wanted))
  return (
    <fieldset className="flex flex-wrap gap-1" aria-label={t("filter.suggestions")}>
      {matching.map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === text}
          onClick={() => onChoose(value)}
          className="rounded-md border px-2 py-1 text-xs hover:bg-hover aria-pressed:border-accent aria-pressed:text-accent-ink"
        >
          {value}
        </button>
      ))}
    </fieldset>
  )
}
