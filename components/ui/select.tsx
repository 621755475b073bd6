"use client"

import { Select as Base } from "@base-ui/react/select"
import { Check, ChevronsUpDown } from "lucide-react"
import { cn } from "./class-names"
import { controlVariants } from "./input"
import { itemClass, popupClass } from "./popup-classes"

export interface Option<Value extends string = string> {
  readonly value: Value
  readonly label: string
  /** A second line, in small print. */
  readonly description?: string | undefined
  readonly disabled?: boolean | undefined
}

export interface SelectProps<Value extends string> {
  readonly options: readonly Option<Value>[]
  /** Null shows the placeholder. */
  readonly value: Value | null
  readonly onValueChange: (value: Value) => void
  /** The control's name, for screen readers. */
  readonly label: string
  readonly placeholder?: string | undefined
  readonly size?: "sm" | "md" | "lg"
  readonly disabled?: boolean | undefined
  readonly id?: string | undefined
  readonly className?: string | undefined
}

/** A choice from a few options; for many, use Combobox. */
export function Select<Value extends string>({
  options,
  value,
  onValueChange,
  label,
  placeholder,
  size = "md",
  disabled,
  id,
  className,
}: SelectProps<Value>) {
  return (
    <Base.Root
      items={[...options]}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next)
      }}
      disabled={disabled}
      id={id}
    >
      <Base.Trigger
        aria-label={label}
        className={cn(
          controlVariants({ size }),
          "inline-flex cursor-default select-none items-center justify-between gap-2 text-left",
          className,
        )}
      >
        <Base.Value
          placeholder={placeholder}
          className="truncate data-placeholder:text-ink-faint"
        />
        <Base.Icon className="shrink-0 text-ink-faint">
          <ChevronsUpDown className="size-3.5" aria-hidden="true" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className={cn(popupClass, "min-w-(--anchor-width)")}>
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 outline-none">
              {options.map((option) => (
                <SelectItem key={option.value} option={option} />
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function SelectItem({ option }: { option: Option }) {
  return (
    <Base.Item
      value={option.value}
      {...(option.disabled !== undefined && { disabled: option.disabled })}
      className={cn(itemClass, "pr-8")}
    >
      <span className="min-w-0">
        <Base.ItemText className="block">{option.label}</Base.ItemText>
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
