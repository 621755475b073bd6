import { Layers } from "lucide-react"
import Link from "next/link"
import type { ReactNode } from "react"
import { cn } from "../ui/class-names"
import { EntryTime } from "./entry-time"

export interface EntryFrameProps {
  /** When it was begun, in UTC. */
  readonly at: string
  /** How it stands and what can be done, at the line's end. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A line of the activity: when, what, and what stands at its end. */
export function EntryFrame({ at, end, children }: EntryFrameProps) {
  return (
    <div
      className={cn(
        "grid gap-x-6 gap-y-2 px-4 py-3 text-sm sm:grid-cols-[6.5rem_minmax(0,1fr)]",
        end !== undefined && "lg:grid-cols-[6.5rem_minmax(0,1fr)_auto]",
      )}
    >
      <div className="text-ink-muted">
        <EntryTime value={at} />
      </div>
      <div className="min-w-0 space-y-2">{children}</div>
      {end}
    </div>
  )
}

export interface BulkTitleProps {
  readonly batch: string
  readonly title: ReactNode
  /** What is said of it behind its title. */
  readonly children: ReactNode
}

/** A bulk edit's title, which leads to its page. */
export function BulkTitle({ batch, title, children }: BulkTitleProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Layers className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <Link
        href={`/departments/batches/${batch}`}
        prefetch={false}
        className="min-w-0 break-words font-medium hover:text-accent-ink hover:underline"
      >
        {title}
      </Link>
      {children}
    </div>
  )
}
