"use client"

import { Combobox as Base } from "@base-ui/react/combobox"
import { Check, ChevronsUpDown, Search, X } from "lucide-react"
import { useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import { cn } from "./class-names"
import { EmptyOptions, type OptionSource } from "./empty-options"
import { controlVariants } from "./input"
import { MoreOptions } from "./more-options"
import { itemClass, popupClass } from "./popup-classes"
import { cutOptions, foldOptions, rankOptions } from "./rank-options"
import type { Option } from "./select"

export interface ComboboxProps<Value extends string> {
  readonly options: readonly Option<Value>[]
  /** Null shows the placeholder. */
  readonly value: Value | null
  /** Null only if `clearable` is set. */
  readonly onValueChange: (value: Value | null) => void
  /** The control's name, for screen readers. */
  readonly label: string
  readonly placeholder?: string | undefined
  readonly searchPlaceholder?: string | undefined
  readonly emptyText?: string | undefined
  /** The query of the options, which explains why there are none. */
  readonly source?: OptionSource | undefined
  readonly clearable?: boolean
  readonly size?: "sm" | "md" | "lg"
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/** A searchable choice from many options; descriptions are searched too. */
export function Combobox<Value extends string>({
  options,
  value,
  onValueChange,
  label,
  placeholder = label,
  clearable = false,
  size = "md",
  disabled = false,
  className,
  ...texts
}: ComboboxProps<Value>) {
  const t = useTranslations("common")
  const [typed, setTyped] = useState("")
  const isTyped = typed !== ""
  const folded = useMemo(() => (isTyped ? foldOptions(options) : undefined), [options, isTyped])
  const { shown, more } = useMemo(
    () => cutOptions(folded ? rankOptions(folded, typed) : options, { value, typed }),
    [folded, options, typed, value],
  )
  const selected = options.find((option) => option.value === value) ?? null
  return (
    <Base.Root
      items={options}
      filteredItems={shown}
      onInputValueChange={setTyped}
      value={selected}
      onValueChange={(next) => {
        if (next || clearable) onValueChange(next?.value ?? null)
      }}
      itemToStringLabel={(option: Option<Value>) => option.label}
      isItemEqualToValue={(a, b) => a.value === b.value}
      disabled={disabled}
      autoHighlight
    >
      <span className={cn("relative inline-flex weak:w-full min-w-0", className)}>
        <Base.Trigger
          aria-label={selected ? `${label}: ${selected.label}` : label}
          className={cn(
            controlVariants({ size }),
            "inline-flex cursor-default select-none items-center justify-between gap-2 text-left",
          )}
        >
          <span className={cn("truncate", !selected && "text-ink-faint")}>
            {selected?.label ?? placeholder}
          </span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
        </Base.Trigger>
        {clearable && selected ? (
          <Base.Clear
            aria-label={t("clear")}
            className="absolute inset-y-0 right-7 my-auto grid size-6 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
          >
            <X className="size-3.5" aria-hidden="true" />
          </Base.Clear>
        ) : null}
      </span>
      <ComboboxPopup label={label} more={more} {...texts} />
    </Base.Root>
  )
}

interface ComboboxPopupProps
  extends Pick<ComboboxProps<string>, "label" | "searchPlaceholder" | "emptyText" | "source"> {
  /** The number of options not listed. */
  readonly more: number
}

function ComboboxPopup({ label, searchPlaceholder, emptyText, source, more }: ComboboxPopupProps) {
  const t = useTranslations("common")
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="start" className="z-50 outline-none">
        <Base.Popup aria-label={label} className={cn(popupClass, "w-(--anchor-width) min-w-64")}>
          <div className="flex items-center gap-2 border-b px-3">
            <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
            <Base.Input
              placeholder={searchPlaceholder ?? t("search")}
              className="h-9 w-full min-w-0 bg-transparent text-sm outline-none placeholder:text-ink-faint"
            />
          </div>
          <Base.Empty className="px-3 py-6 text-center text-ink-muted empty:hidden">
            <EmptyOptions source={source}>{emptyText ?? t("noMatches")}</EmptyOptions>
          </Base.Empty>
          <Base.List className="max-h-[min(20rem,calc(var(--available-height)-3rem))] scroll-py-1 overflow-y-auto overscroll-contain p-1 outline-none empty:hidden">
            {(option: Option) => <ComboboxItem key={option.value} option={option} />}
          </Base.List>
          <MoreOptions count={more} />
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

function ComboboxItem({ option }: { option: Option }) {
  return (
    <Base.Item value={option} disabled={option.disabled ?? false} className={cn(itemClass, "pr-8")}>
      <span className="min-w-0">
        <span className="block">{option.label}</span>
        {option.description ? (
          <span className="block text-ink-faint text-xs">{option.description}</span>
        ) : null}
      </span>
      <Base.ItemIndicator className="absolute right-2 text-accent-ink">
        <Check className="size-4" aria-hidden="true" />
      </Base.ItemIndicator>
    </Base.Item>
  )
}
