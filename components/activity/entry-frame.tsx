import { Layers } from "lucide-react"
import Link from "next/link"
import { Fragment, type ReactNode } from "react"
import { useFormatter, useNow } from "use-intl"
import type { ActivityEntry } from "../edits/activity-log"
import { cn } from "../ui/class-names"
import { dateTimeFormat } from "../ui/date-time"
import { ShortId } from "../ui/short-id"
import { useRelativeTime } from "../ui/use-relative-time"

const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const

const minuteMs = 60_000

/** How long ago an edit began, with the time of day; the title has the exact moment. */
function EntryTime({ value }: { value: string }) {
  const format = useFormatter()
  const relativeTime = useRelativeTime()
  const now = useNow({ updateInterval: minuteMs })
  const date = new Date(value)
  return (
    <time
      dateTime={value}
      title={`${format.dateTime(date, { ...dateTimeFormat, second: "2-digit" })} (${value})`}
      className="inline-flex flex-wrap items-baseline gap-x-1.5 tabular sm:flex-col sm:items-start"
    >
      <span suppressHydrationWarning>
        {relativeTime(date, new Date(Math.max(now.getTime(), date.getTime())))}
      </span>
      <span className="text-ink-faint text-xs">{format.dateTime(date, clock)}</span>
    </time>
  )
}

interface EntryFrameProps {
  /** When it began, in UTC. */
  readonly at: string
  /** Status and actions, at the end of the line. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

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

interface BulkTitleProps {
  readonly batch: string
  readonly title: ReactNode
  /** Follows the title. */
  readonly children: ReactNode
}

export function BulkTitle({ batch, title, children }: BulkTitleProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Layers className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <Link
        href={`/organisation/batches/${batch}`}
        prefetch={false}
        className="min-w-0 break-words font-medium hover:text-accent-ink hover:underline"
      >
        {title}
      </Link>
      {children}
    </div>
  )
}

type Person = Pick<ActivityEntry, "personId" | "personName">

/** The author of an edit; the short id if no name is known. */
export function PersonName({ personId, personName }: Person) {
  return personName === null ? <ShortId id={personId} /> : <span>{personName}</span>
}

/** The authors of the given edits, newest first. */
export function PersonNames({ entries }: { readonly entries: readonly Person[] }) {
  const people = [...new Map(entries.map((entry) => [entry.personId, entry])).values()]
  return people.map((person, at) => (
    <Fragment key={person.personId}>
      {at === 0 ? null : ", "}
      <PersonName {...person} />
    </Fragment>
  ))
}
