import type { ComponentProps } from "react"
import { cn } from "../ui/class-names"

export function Logo({ className, ...props }: ComponentProps<"svg">) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={cn("shrink-0 text-accent", className)}
      {...props}
    >
      <rect width="20" height="20" rx="5" fill="currentColor" />
      <path
        d="M6 14v-3M10 14V9M14 14V6"
        className="stroke-on-accent"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  )
}
