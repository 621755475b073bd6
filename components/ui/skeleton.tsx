"use client"

import { type ComponentProps, useEffect, useRef } from "react"
import { cn } from "./class-names"
import { beginWait } from "./waits"

function isInWindow(element: Element | null): boolean {
  if (!element?.checkVisibility()) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** The place of something that is on its way; give it the size that the thing will have. The frame says so where it takes long. */
export function Skeleton({ className, ...props }: Omit<ComponentProps<"div">, "ref">) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => beginWait(() => isInWindow(element.current)), [])
  return (
    <div
      ref={element}
      aria-hidden="true"
      className={cn("weak:h-4 animate-pulse rounded-sm bg-pressed", className)}
      {...props}
    />
  )
}
