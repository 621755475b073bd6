import type { ComponentProps } from "react"
import { cn } from "./class-names"

export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong bg-sunken px-1 font-sans text-2xs text-ink-muted",
        className,
      )}
      {...props}
    />
  )
}
