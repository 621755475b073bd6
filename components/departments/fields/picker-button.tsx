import { ChevronsUpDown, X } from "lucide-react"
import { type ReactNode, useState } from "react"
import { useTranslations } from "use-intl"
import { cn } from "../../ui/class-names"
import { controlVariants } from "../../ui/input"
import { Popover, PopoverContent, PopoverTrigger } from "../../ui/popover"
import type { ControlProps } from "./control-props"

export interface PickerButtonProps {
  readonly control: ControlProps
  /** The selection as text; absent if there is none. */
  readonly text: string | undefined
  readonly className?: string | undefined
  readonly children: (close: () => void) => ReactNode
}

/**
 * A button that shows the selection and opens the options; clearable unless the field is required.
 */
export function PickerButton({ control, text, className, children }: PickerButtonProps) {
  const tTerms = useTranslations("departments.words")
  const common = useTranslations("common")
  const [isOpen, setIsOpen] = useState(false)
  const { field, label, id, describedBy, isInvalid, onChange, onBlur } = control
  const close = () => {
    setIsOpen(false)
    onBlur()
  }
  return (
    <span className="relative flex min-w-0">
      <Popover open={isOpen} onOpenChange={(open) => (open ? setIsOpen(true) : close())}>
        <PopoverTrigger
          id={id}
          aria-label={`${label}: ${text ?? tTerms("none")}`}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          className={cn(
            controlVariants(),
            "inline-flex cursor-default select-none items-center justify-between gap-2 text-left",
          )}
        >
          <span className={cn("truncate", text === undefined && "text-ink-faint")}>
            {text ?? tTerms("none")}
          </span>
          <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
        </PopoverTrigger>
        <PopoverContent label={label} className={cn("w-96 p-0", className)}>
          {children(close)}
        </PopoverContent>
      </Popover>
      {text !== undefined && !field.required ? (
        <button
          type="button"
          aria-label={`${common("clear")}: ${label}`}
          onClick={() => onChange(null)}
          className="absolute inset-y-0 right-7 my-auto grid size-6 place-items-center rounded-sm bg-surface text-ink-faint hover:bg-hover hover:text-ink dark:bg-sunken"
        >
          <X className="size-3.5" aria-hidden="true" />
        </button>
      ) : null}
    </span>
  )
}
