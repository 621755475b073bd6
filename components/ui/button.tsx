import { cva, type VariantProps } from "class-variance-authority"
import type { ComponentProps, MouseEvent } from "react"
import { cn, type Styled } from "./class-names"

/** Button styles, for links and triggers that look like one. */
export const buttonVariants = cva(
  "inline-flex weak:shrink-0 select-none items-center weak:justify-center gap-1.5 whitespace-nowrap weak:rounded-md border font-medium transition-colors disabled:pointer-events-none disabled:opacity-50 data-disabled:pointer-events-none data-disabled:opacity-50 weak:[&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-transparent bg-accent text-on-accent shadow-xs hover:bg-accent-hover",
        secondary:
          "border-line-strong bg-surface text-ink shadow-xs hover:bg-sunken data-popup-open:bg-sunken dark:bg-raised dark:hover:bg-line",
        ghost:
          "border-transparent weak:text-ink-muted hover:bg-hover hover:text-ink data-popup-open:bg-hover data-popup-open:text-ink",
        danger: "border-transparent bg-critical text-on-accent shadow-xs hover:bg-critical-hover",
      },
      size: {
        sm: "weak:h-7 weak:px-2 text-xs [&_svg]:size-3.5",
        md: "weak:h-8 weak:px-3 text-sm",
        lg: "weak:h-10 weak:px-4 text-sm",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
)

export type ButtonProps = Styled<ComponentProps<"button">> &
  VariantProps<typeof buttonVariants> & {
    /** Keeps the focus while it is disabled. */
    readonly focusableWhenDisabled?: boolean
  }

/** Attributes of a disabled button that can still be focused. */
const unpressable = {
  disabled: false,
  "aria-disabled": true,
  "data-disabled": "",
  onClick: (event: MouseEvent) => event.preventDefault(),
}

/** A button; for a link of the same style, use a link with `buttonVariants`. */
export function Button(props: ButtonProps) {
  const { variant, size, className, focusableWhenDisabled = false, ...own } = props
  return (
    <button
      type="button"
      className={cn(buttonVariants({ variant, size }), className)}
      {...own}
      {...(focusableWhenDisabled && own.disabled && unpressable)}
    />
  )
}
