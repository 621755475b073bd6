"use client"

import { Combobox as Base } from "@base-ui/react/combobox"
import { Check, Search } from "lucide-react"
import { type Ref, useMemo, useState } from "react"
import { useTranslations } from "use-intl"
import { cn } from "../class-names"
import { MoreOptions } from "../more-options"
import { itemClass, popupClass } from "../popup-classes"
import { cutOptions, foldOptions, rankOptions } from "../rank-options"
import type { Option } from "../select"
import {
  ClearIcon,
  type ComboboxProps,
  ComboboxText,
  clearClass,
  comboboxName,
  comboboxTriggerClass,
} from "./combobox-face"
import { EmptyOptions } from "./empty-options"

interface ComboboxWithListProps<Value extends string> extends ComboboxProps<Value> {
  readonly trigger: Ref<HTMLButtonElement>
}

/** The combobox with its list. */
export function ComboboxWithList<Value extends string>({
  options,
  value,
  onValueChange,
  label,
  placeholder,
  clearable = false,
  size = "md",
  disabled,
  className,
  trigger,
  ...texts
}: ComboboxWithListProps<Value>) {
  const t = useTranslations("common")
  const [typed, setTyped] = useState("")
  const folded = useMemo(() => foldOptions(options), [options])
  const { shown, more } = useMemo(
    () => cutOptions(rankOptions(folded, typed), { value, typed }),
    [folded, typed, value],
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
      disabled={disabled ?? false}
      autoHighlight
    >
      <span className={cn("relative inline-flex weak:w-full min-w-0", className)}>
        <Base.Trigger
          ref={trigger}
          aria-label={comboboxName(label, selected)}
          className={comboboxTriggerClass(size)}
        >
          <ComboboxText selected={selected} placeholder={placeholder ?? label} />
        </Base.Trigger>
        {clearable && selected ? (
          <Base.Clear aria-label={t("clear")} className={clearClass}>
            <ClearIcon />
          </Base.Clear>
        ) : null}
      </span>
      <ComboboxPopup label={label} more={more} {...texts} />
    </Base.Root>
  )
}

interface ComboboxPopupProps
  extends Pick<ComboboxProps<string>, "label" | "searchPlaceholder" | "emptyText" | "source"> {
  /** So many options are not listed. */
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
