"use client"

import { Switch as Base } from "@base-ui/react/switch"
import { cn, type Styled } from "./class-names"

/** A switch that takes effect at once; give it a label. */
export function Switch({ className, ...props }: Styled<Base.Root.Props>) {
  return (
    <Base.Root
      className={cn(
        "relative inline-flex h-5 after:absolute after:inset-x-0 after:-inset-y-0.5 w-9 shrink-0 items-center rounded-full bg-control p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-50",
        className,
      )}
      {...props}
    >
      <Base.Thumb className="size-4 rounded-full bg-on-accent shadow-xs transition-[translate] data-checked:translate-x-4" />
    </Base.Root>
  )
}
