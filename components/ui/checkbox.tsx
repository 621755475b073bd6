"use client"

import { Checkbox as Base } from "@base-ui/react/checkbox"
import { Check, Minus } from "lucide-react"
import { cn, type Styled } from "./class-names"

export type CheckboxProps = Styled<Base.Root.Props>

/** A checkbox; wrap it and its text in a `<label>`, or set `aria-label`. */
export function Checkbox({ className, ...props }: CheckboxProps) {
  return (
    <Base.Root
      className={cn(
        "relative grid size-4 shrink-0 after:absolute after:-inset-1.25 place-items-center rounded-sm border border-control bg-surface text-on-accent transition-colors data-checked:border-accent data-indeterminate:border-accent data-checked:bg-accent data-indeterminate:bg-accent data-disabled:opacity-50 dark:bg-sunken",
        className,
      )}
      {...props}
    >
      <Base.Indicator
        className="data-unchecked:hidden"
        render={(indicatorProps, state) => (
          <span {...indicatorProps}>
            {state.indeterminate ? (
              <Minus className="size-3" strokeWidth={3} aria-hidden="true" />
            ) : (
              <Check className="size-3" strokeWidth={3} aria-hidden="true" />
            )}
          </span>
        )}
      />
    </Base.Root>
  )
}
