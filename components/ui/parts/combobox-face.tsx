import { ChevronsUpDown, X } from "lucide-react"
import { cn } from "../class-names"
import { controlVariants } from "../input"
import type { Option } from "../select"
import type { OptionSource } from "./empty-options"

export interface ComboboxProps<Value extends string> {
  readonly options: readonly Option<Value>[]
  /** Null shows the placeholder. */
  readonly value: Value | null
  /** Null only where `clearable` is set. */
  readonly onValueChange: (value: Value | null) => void
  /** The control's name, read aloud. */
  readonly label: string
  readonly placeholder?: string | undefined
  readonly searchPlaceholder?: string | undefined
  readonly emptyText?: string | undefined
  /** The query that the options come from, which says why there are none. */
  readonly source?: OptionSource | undefined
  readonly clearable?: boolean
  readonly size?: "sm" | "md" | "lg"
  readonly disabled?: boolean | undefined
  readonly className?: string | undefined
}

/** What is read aloud for the control: its name and what is chosen. */
export const comboboxName = (label: string, selected: Option | null): string =>
  selected ? `${label}: ${selected.label}` : label

export const comboboxTriggerClass = (size: "sm" | "md" | "lg"): string =>
  cn(
    controlVariants({ size }),
    "inline-flex cursor-default select-none items-center justify-between gap-2 text-left",
  )

/** What the control says: what is chosen, else the placeholder. */
export function ComboboxText({
  selected,
  placeholder,
}: {
  selected: Option | null
  placeholder: string
}) {
  return (
    <>
      <span className={cn("truncate", !selected && "text-ink-faint")}>
        {selected?.label ?? placeholder}
      </span>
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
    </>
  )
}

export const clearClass =
  "absolute inset-y-0 right-7 my-auto grid size-6 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"

export const ClearIcon = () => <X className="size-3.5" aria-hidden="true" />
