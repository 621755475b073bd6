import { cva, type VariantProps } from "class-variance-authority"
import type { ComponentProps } from "react"
import { cn, type Styled } from "./class-names"

/** The frame shared by inputs, selects and comboboxes. */
export const controlVariants = cva(
  "weak:w-full min-w-0 rounded-md weak:border border-control weak:bg-surface text-ink placeholder:text-ink-faint focus-visible:outline-2 focus-visible:outline-focus focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:opacity-50 data-disabled:cursor-not-allowed data-disabled:opacity-50 aria-invalid:border-critical weak:dark:bg-sunken",
  {
    variants: {
      size: {
        sm: "weak:h-7 px-2 weak:text-xs",
        md: "weak:h-8 px-2.5 weak:text-sm",
        lg: "weak:h-10 px-3 weak:text-sm",
      },
    },
    defaultVariants: { size: "md" },
  },
)

export type InputProps = Omit<Styled<ComponentProps<"input">>, "size"> &
  VariantProps<typeof controlVariants> & {
    readonly onValueChange?: (value: string) => void
  }

/** A line of text; give it a label, or `aria-label` if its context is clear. */
export function Input({ size, className, onChange, onValueChange, ...props }: InputProps) {
  return (
    <input
      className={cn(controlVariants({ size }), className)}
      onChange={(event) => {
        onChange?.(event)
        onValueChange?.(event.target.value)
      }}
      {...props}
    />
  )
}
