"use client"

import { Search } from "lucide-react"
import { cn } from "./class-names"
import { Input } from "./input"

export interface SearchFieldProps {
  /** For screen readers, and as the placeholder. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly className?: string | undefined
}

/** A small field in a card's head that filters the card's list. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
  return (
    <span className={cn("relative block max-w-full", className)}>
      <Search
        className="pointer-events-none absolute inset-y-0 left-2 my-auto size-3.5 text-ink-faint"
        aria-hidden="true"
      />
      <Input
        size="sm"
        type="search"
        className="pl-7"
        aria-label={label}
        placeholder={label}
        value={value}
        onValueChange={onChange}
      />
    </span>
  )
}
