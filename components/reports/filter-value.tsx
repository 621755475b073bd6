import { useFormatter, useTranslations } from "use-intl"
import { type Day, isDay, type Property } from "@/lib/catalogue"
import { fieldOf } from "@/lib/client"
import { Calendar } from "../ui/calendar"
import { cn } from "../ui/class-names"
import { Input, type InputProps } from "../ui/input"
import { type FilterDraft, takesTyped, withDecimalPoint } from "./filter-clause"
import { type FilterOption, FilterOptions, FilterUsers } from "./filter-options"
import { FilterPeriod } from "./filter-period"
import { useReport } from "./report-context"
import { isTime } from "./time-input"
import { useToday } from "./use-view-query"

interface FilterTimeProps {
  /** The text of a `datetime-local` control. */
  readonly text: string
  readonly onChange: (text: string) => void
  /** True if the day can also be picked by mouse. */
  readonly calendar: boolean
  /** The time zone of the input; undefined for times without one. */
  readonly zone: string | undefined
  readonly shared: InputProps
}

/** A moment: typed day and time; the day can also be picked in a calendar. */
function FilterTime({ text, onChange, calendar, zone, shared }: FilterTimeProps) {
  const t = useTranslations("filters")
  const reports = useTranslations("reports")
  const { today } = useToday()
  const day = text.slice(0, 10)
  const choose = (chosen: Day) => onChange(`${chosen}T${text.slice(11) || "00:00:00"}`)
  return (
    <div className="grid gap-2">
      <Input
        {...shared}
        type="datetime-local"
        step={1}
        value={text}
        onValueChange={onChange}
        className="[&::-webkit-calendar-picker-indicator]:hidden"
      />
      <p className="text-ink-faint text-xs">
        {zone ? t("inZone", { zone }) : reports("filter.wallClockHint")}
      </p>
      {calendar ? (
        <Calendar
          selected={isDay(day) ? { from: day, to: day } : undefined}
          today={today}
          onSelect={choose}
        />
      ) : null}
    </div>
  )
}

interface FilterValueProps {
  readonly property: Property
  readonly draft: FilterDraft
  /** Known values; others may be typed. */
  readonly options: readonly FilterOption[]
  /** True if its values are users, found by search. */
  readonly isUser: boolean
  readonly onPasteId: () => void
  /** The time zone of the input; undefined for times without one. */
  readonly zone: string | undefined
  readonly invalid: boolean
  readonly describedBy: string
  readonly onChange: (draft: FilterDraft) => void
  /** Called with a draft whose value was chosen directly and needs no confirmation. */
  readonly onChoose: (draft: FilterDraft) => void
}

/** The controls for a clause's value, by the property's type and the condition. */
export function FilterValue(props: FilterValueProps) {
  const { property, draft, options, isUser, invalid, describedBy, onChange, onChoose } = props
  const { format } = useReport()
  const t = useTranslations("reports")
  const common = useTranslations("common")
  const shared = { value: draft.text, label: t("filter.value") }
  const choose = (text: string) => onChoose({ ...draft, text })
  if (draft.condition === "during")
    return (
      <FilterPeriod
        text={draft.text}
        invalid={invalid}
        describedBy={describedBy}
        onChange={(text) => onChange({ ...draft, text })}
        onChoose={choose}
      />
    )
  if (draft.condition === "between") return <RangeEnds {...props} />
  if (property.type === "boolean") {
    const yesNo = [
      { value: "true", label: common("yes") },
      { value: "false", label: common("no") },
    ]
    return <FilterOptions {...shared} options={yesNo} others={false} onChoose={choose} />
  }
  const others = (typed: string) => takesTyped(property, typed)
  const onPasteId = property.type === "guid" ? props.onPasteId : undefined
  if (isUser) {
    const name = draft.text === "" ? undefined : format.nameOf(draft.text, draft.property)
    const chooses = { ...shared, others, onPasteId, onChoose: choose }
    return <FilterUsers {...chooses} name={name} />
  }
  if (options.length > 0)
    return (
      <FilterOptions
        {...shared}
        options={options}
        others={others}
        onPasteId={onPasteId}
        onChoose={choose}
      />
    )
  return (
    <WrittenValue
      {...props}
      label={shared.label}
      text={draft.text}
      onText={(text) => onChange({ ...draft, text })}
    />
  )
}

/** The bounds of a range. */
function RangeEnds(props: FilterValueProps) {
  const { draft, onChange } = props
  const t = useTranslations("filters")
  return (
    <div className="grid gap-2">
      <WrittenValue
        {...props}
        label={t("range.from")}
        text={draft.text}
        onText={(text) => onChange({ ...draft, text })}
      />
      <WrittenValue
        {...props}
        label={t("range.to")}
        text={draft.upTo}
        onText={(upTo) => onChange({ ...draft, upTo })}
      />
    </div>
  )
}

interface WrittenValueProps extends FilterValueProps {
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
}

function WrittenValue(props: WrittenValueProps) {
  const { property, draft, zone, label, text, onText, invalid, describedBy } = props
  const { operation, fields } = useReport().setup
  const t = useTranslations("filters")
  const isDays = fieldOf(operation, fields, draft.property)?.daysBetween !== undefined
  const decimalSign = useFormatter().number(0.5).charAt(1)
  const numeric = property.type === "integer" || property.type === "double"
  const shared = {
    "aria-label": label,
    "aria-invalid": invalid,
    "aria-describedby": describedBy,
    ...(text === draft.text && { "data-first-focus": "" }),
  }
  if (isTime(property.type)) {
    const calendar = draft.condition !== "between"
    return (
      <FilterTime text={text} zone={zone} shared={shared} calendar={calendar} onChange={onText} />
    )
  }
  return (
    <Input
      {...shared}
      type="text"
      placeholder={isDays ? t("inDays") : label}
      value={text}
      onValueChange={(typed) => onText(withDecimalPoint(property, typed, decimalSign))}
      inputMode={numeric ? "decimal" : "text"}
      spellCheck={false}
      autoComplete="off"
      className={cn(property.type === "guid" && "font-mono text-xs")}
    />
  )
}
