"use client"

import { Tabs as Base } from "@base-ui/react/tabs"
import { cn, type Styled } from "./class-names"

export const Tabs = Base.Root

/** The row of tabs; scrolls horizontally if it is too narrow. */
export function TabsList({ className, ...props }: Styled<Base.List.Props>) {
  return (
    <Base.List
      className={cn("flex gap-4 overflow-x-auto overflow-y-hidden border-b weak:px-px", className)}
      {...props}
    />
  )
}

export function Tab({ className, ...props }: Styled<Base.Tab.Props>) {
  return (
    <Base.Tab
      className={cn(
        "-mb-px h-9 shrink-0 whitespace-nowrap border-transparent border-b-2 px-0.5 text-ink-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 data-active:border-accent data-active:font-medium data-active:text-ink",
        className,
      )}
      {...props}
    />
  )
}

export function TabPanel({ className, ...props }: Styled<Base.Panel.Props>) {
  return <Base.Panel className={cn("pt-4 [[hidden]]:hidden", className)} {...props} />
}
