import { Check, Minus } from "lucide-react"
import { cn } from "../../ui/class-names"

export interface TreeTickProps {
  readonly label: string
  readonly checked: boolean | "mixed"
  readonly onToggle: (isRange: boolean) => void
  /** It can be reached by Tab; those of the rows are turned by the tree's own keys. */
  readonly isStop?: boolean
}

/** A box to tick that is light enough to be drawn while scrolling. */
export function TreeTick({ label, checked, onToggle: onTurn, isStop = false }: TreeTickProps) {
  const Icon = checked === "mixed" ? Minus : Check
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input cannot be drawn mixed, nor hear of Shift
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      tabIndex={isStop ? 0 : -1}
      onClick={(event) => onTurn(event.shiftKey)}
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
