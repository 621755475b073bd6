import type { ComponentProps } from "react"
import { cn } from "./class-names"

/** The place of something that is on its way; give it the size that the thing will have. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden="true"
      className={cn("h-4 animate-pulse rounded-sm bg-pressed", className)}
      {...props}
    />
  )
}
