"use client"

import { type ComponentProps, useEffect, useRef } from "react"
import { cn } from "./class-names"
import { beginWait } from "./waits"

function isInWindow(element: Element | null): boolean {
  if (!element?.checkVisibility()) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** A placeholder for loading content; give it the content's size. The frame reports long waits. */
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
