import { Check, Minus } from "lucide-react"
import { cn } from "./class-names"

export interface TickProps {
  readonly label: string
  readonly checked: boolean | "mixed"
  readonly onToggle: (isRange: boolean) => void
  /**
   * True if it is in the tab order; row checkboxes are toggled with the keys of their container.
   */
  readonly isStop?: boolean
}

/** A checkbox that is light enough to render while scrolling. */
export function Tick({ label, checked, onToggle, isStop = false }: TickProps) {
  const Icon = checked === "mixed" ? Minus : Check
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input cannot be drawn mixed, nor hear of Shift
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      tabIndex={isStop ? 0 : -1}
      onClick={(event) => onToggle(event.shiftKey)}
      className="grid h-full w-9 shrink-0 place-items-center focus-visible:-outline-offset-2 pointer-coarse:w-11"
    >
      <span
        className={cn(
          "grid size-4 place-items-center rounded-sm border text-on-accent",
          checked ? "border-accent bg-accent" : "border-control bg-surface dark:bg-sunken",
        )}
      >
        {checked ? <Icon className="size-3" strokeWidth={3} aria-hidden="true" /> : null}
      </span>
    </button>
  )
}
