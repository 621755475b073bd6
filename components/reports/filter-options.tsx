import { useQuery } from "@tanstack/react-query"
import { Command } from "cmdk"
import { Check, Fingerprint, Search } from "lucide-react"
import { useDeferredValue, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import { type Fields, type ListOperation, ownValue, parseGuid } from "@/lib/catalogue"
import { fieldOf, foundUsersOptions, labelNameOf, minLetters } from "@/lib/client"
import { cn } from "../ui/class-names"
import { MoreOptions } from "../ui/more-options"
import { cutOptions, foldOptions, rankOptions } from "../ui/rank-options"
import type { Choices } from "./filter-choices"
import { isRegion } from "./occurring-values"
import { optionClass } from "./property-menu"

/** A filter value with its label. */
export interface FilterOption {
  readonly value: string
  readonly label: string
  /** Distinguishes it from others with the same name. */
  readonly note?: string | undefined
}

/**
 * The known values of a property: named choices, or occurring values and those listed for its
 * field; others may exist.
 */
export function optionsFor(
  operation: ListOperation,
  fields: Fields,
  name: string,
  choices: Choices,
  labelOf: (field: string, value: string) => string,
  occurring: readonly string[] = [],
): readonly FilterOption[] {
  const named = ownValue(choices, name)
  const written = (value: string) => ({
    value,
    label: labelOf(labelNameOf(operation, name), value),
  })
  const isLanguage = ownValue(operation.properties, name)?.elementOf !== undefined
  if (named || isLanguage) {
    const all = (named ?? []).map((choice) => ({ value: choice.id, label: choice.name }))
    const isFew = occurring.length > 0 && isRegion({ operation, fields }, name)
    const listed = isFew ? all.filter(({ value }) => occurring.includes(value)) : all
    const others = occurring.filter((value) => !listed.some((each) => each.value === value))
    return [...listed, ...others.map(written)]
  }
  const values = fieldOf(operation, fields, name)?.values ?? []
  const all = values.length > 0 ? new Set([...occurring, ...values]) : values
  return [...all].map(written)
}

interface FilterOptionsProps {
  readonly label: string
  readonly options: readonly FilterOption[]
  readonly value: string
  /**
   * Offers typed text as a value, or only if this returns true; without it, only the options can be
   * chosen.
   */
  readonly others: boolean | ((typed: string) => boolean)
  readonly onChoose: (value: string) => void
  /** Lets the person type an id instead. */
  readonly onPasteId?: (() => void) | undefined
  /** Called with the search text, if the options come from a search. */
  readonly onSearch?: (typed: string) => void
  readonly className?: string
}

const filterOver = 12

/** Selects one value by arrow keys and Enter; others may be typed. */
export function FilterOptions(props: FilterOptionsProps) {
  const { label, options, value, others, onChoose, onPasteId, onSearch, className } = props
  const [typed, setTyped] = useState(options.some((one) => one.value === value) ? "" : value)
  const searched = others !== false || options.length > filterOver
  const known = useMemo(
    () => options.map((option) => ({ ...option, description: option.value })),
    [options],
  )
  const folded = useMemo(() => foldOptions(known), [known])
  const ranked = onSearch ? known : rankOptions(folded, typed)
  const { shown, more } = cutOptions(ranked, { value, typed })
  const search = (text: string) => {
    setTyped(text)
    onSearch?.(text)
  }
  const takesTyped = typeof others === "function" ? others(typed) : others
  const isNew = !options.some((one) => one.value === typed || one.label === typed)
  return (
    <Command
      label={label}
      defaultValue={value}
      shouldFilter={false}
      loop
      tabIndex={searched ? -1 : 0}
      data-first-focus={searched ? undefined : ""}
      className={cn("rounded-md weak:border", className)}
    >
      {searched ? <SearchLine typed={typed} onType={search} others={others !== false} /> : null}
      <Command.List label={label} className="max-h-64 overflow-y-auto p-1">
        {shown.map((option) => (
          <Option
            key={option.value}
            option={option}
            chosen={option.value === value}
            onChoose={onChoose}
          />
        ))}
        {takesTyped && typed !== "" && isNew ? <Other value={typed} onChoose={onChoose} /> : null}
        {onPasteId ? <PasteId onSelect={onPasteId} /> : null}
      </Command.List>
      <MoreOptions count={more} />
    </Command>
  )
}

interface SearchLineProps {
  readonly typed: string
  readonly others: boolean
  readonly onType: (text: string) => void
}

function SearchLine({ typed, others, onType }: SearchLineProps) {
  const t = useTranslations("filters")
  return (
    <div className="flex items-center gap-2 border-b px-2.5">
      <Search className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
      <Command.Input
        data-first-focus=""
        value={typed}
        onValueChange={onType}
        placeholder={t(others ? "options.findOrEnter" : "options.find")}
        className="h-8 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-faint"
      />
    </div>
  )
}

interface OptionProps {
  readonly option: FilterOption
  readonly chosen: boolean
  readonly onChoose: (value: string) => void
}

function Option({ option: { value, label, note }, chosen, onChoose }: OptionProps) {
  return (
    <Command.Item
      value={value}
      onSelect={() => onChoose(value)}
      aria-checked={chosen}
      className={optionClass}
    >
      <span className="min-w-0 flex-1">
        {label}
        {note ? <span className="block text-ink-muted text-xs">{note}</span> : null}
      </span>
      {chosen ? <Check className="size-4 shrink-0 text-accent-ink" aria-hidden="true" /> : null}
    </Command.Item>
  )
}

function Other({ value, onChoose }: { value: string; onChoose: (value: string) => void }) {
  const t = useTranslations("filters")
  return (
    <Command.Item value={`= ${value}`} onSelect={() => onChoose(value)} className={optionClass}>
      <span className="min-w-0 flex-1 text-ink-muted">{t("options.other", { value })}</span>
    </Command.Item>
  )
}

function PasteId({ onSelect }: { onSelect: () => void }) {
  const t = useTranslations("reports")
  return (
    <Command.Item value="paste-id" onSelect={onSelect} className={optionClass}>
      <Fingerprint className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="min-w-0 flex-1 text-ink-muted">{t("path.useId")}</span>
    </Command.Item>
  )
}

interface FilterUsersProps extends Omit<FilterOptionsProps, "options" | "onSearch"> {
  /** The selected person, if the name is known. */
  readonly name: string | undefined
}

const noUsers: readonly FilterOption[] = []

/** Selects a user by name, email or title. */
export function FilterUsers({ name, ...props }: FilterUsersProps) {
  const t = useTranslations("filters")
  const [typed, setTyped] = useState("")
  const text = useDeferredValue(typed.trim())
  const enabled = [...text].length >= minLetters && parseGuid(text) === undefined
  const { data, isFetching } = useQuery({ ...foundUsersOptions(text), enabled })
  const found = enabled
    ? data?.users.map(({ id, name: label, note }) => ({ value: id, label, note }))
    : name !== undefined && [{ value: props.value, label: name }]
  const options = found || noUsers
  const isEmpty = options.length === 0 && !isFetching
  return (
    <div className="grid gap-1.5">
      <FilterOptions {...props} options={options} onSearch={setTyped} />
      <p role="status" className="px-1 text-ink-muted text-xs empty:hidden">
        {isEmpty ? t(enabled ? "options.noUser" : "options.userHint") : ""}
      </p>
    </div>
  )
}
