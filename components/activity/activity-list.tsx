import { History as HistoryIcon, LoaderCircle } from "lucide-react"
import { useEffect, useId, useMemo, useRef } from "react"
import { useFormatter, useTimeZone, useTranslations } from "use-intl"
import type { BulkAction } from "../edits/activity-log"
import { ReadFailure } from "../edits/notices"
import { useActionText } from "../edits/use-action-text"
import { Button } from "../ui/button"
import { EmptyState } from "../ui/empty-state"
import { Skeleton } from "../ui/skeleton"
import { useActivityScreen } from "./activity-context"
import { type ActivityDay, type ActivityLine, daysOf, linesOf } from "./arrange-entries"
import { BatchRow } from "./batch-row"
import { EditRow } from "./edit-row"
import { BulkTitle, EntryFrame } from "./entry-frame"

/** One line for an action on a bulk edit; links to the batch's page. */
function ActionRow({ action }: { readonly action: BulkAction }) {
  const { text, reason } = useActionText()(action)
  return (
    <EntryFrame at={action.madeAt}>
      <BulkTitle batch={action.batch} title={action.title}>
        <span className="text-ink-muted">{text}</span>
      </BulkTitle>
      {reason === undefined ? null : <p className="max-w-prose text-ink-muted text-xs">{reason}</p>}
    </EntryFrame>
  )
}

/** Calls `onReach` when the element comes near the viewport. */
function useReached<E extends Element>(onReach: () => void) {
  const element = useRef<E>(null)
  const reach = useRef(onReach)
  useEffect(() => {
    reach.current = onReach
  })
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) reach.current()
      },
      { rootMargin: "600px" },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  })
  return element
}

interface ActivityListProps {
  /** True if the edits of a batch share one line. */
  readonly gathersBatches: boolean
  /** The empty state. */
  readonly empty: { readonly title: string; readonly detail: string }
}

/** The activity by day, newest first; scrolling loads older entries. */
export function ActivityList({ gathersBatches, empty }: ActivityListProps) {
  const { entries, actions, reading } = useActivityScreen().log
  const zone = useTimeZone() ?? "UTC"
  const days = useMemo(
    () => daysOf(linesOf(entries, actions, gathersBatches), zone),
    [entries, actions, gathersBatches, zone],
  )
  if (reading.isPending) return <ActivitySkeleton />
  if (reading.error && days.length === 0)
    return <ReadFailure error={reading.error} onRetry={reading.refetch} />
  if (days.length === 0)
    return (
      <EmptyState icon={HistoryIcon} title={empty.title}>
        {empty.detail}
      </EmptyState>
    )
  return (
    <>
      {days.map((day) => (
        <DayLines key={day.day} day={day} />
      ))}
      <ListFoot />
    </>
  )
}

/** Skips rendering of off-screen lines, because the list can grow long. */
const lineClass = "[contain-intrinsic-block-size:auto_5rem] [content-visibility:auto]"

function DayLines({ day: { day, lines } }: { day: ActivityDay }) {
  const format = useFormatter()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2
        id={id}
        className="sticky top-(--top-bar) z-10 border-b bg-sunken print:static px-4 py-1.5 font-medium text-ink-muted text-xs"
      >
        {format.dateTime(new Date(`${day}T00:00:00Z`), { dateStyle: "full", timeZone: "UTC" })}
      </h2>
      <ol className="divide-y border-b">
        {lines.map((line) => (
          <Line key={keyOf(line)} line={line} />
        ))}
      </ol>
    </section>
  )
}

const keyOf = (line: ActivityLine): string => {
  if (line.kind === "edit") return line.entry.id
  return line.kind === "batch" ? line.batch : `${line.action.batch} ${line.action.madeAt}`
}

function Line({ line }: { line: ActivityLine }) {
  if (line.kind === "edit")
    return (
      <li data-edit={line.entry.id} className={lineClass}>
        <EditRow entry={line.entry} />
      </li>
    )
  return (
    <li className={lineClass}>
      {line.kind === "batch" ? (
        <BatchRow batch={line.batch} entries={line.entries} />
      ) : (
        <ActionRow action={line.action} />
      )}
    </li>
  )
}

function ListFoot() {
  const { entries, reading, older } = useActivityScreen().log
  const t = useTranslations("activity")
  const goesOn = older.exists && !older.isFetching && !older.hasFailed
  const foot = useReached<HTMLDivElement>(() => {
    if (goesOn) older.fetch()
  })
  if (older.hasFailed) return <ReadFailure error={reading.error} onRetry={older.fetch} />
  return (
    <div
      ref={foot}
      className="flex min-h-11 flex-wrap items-center gap-3 px-4 py-2 text-ink-muted text-xs tabular"
    >
      <span role="status">{t(older.exists ? "shown" : "allShown", { count: entries.length })}</span>
      {older.isFetching ? (
        <LoaderCircle
          className="size-3.5 text-ink-faint motion-safe:animate-spin"
          aria-label={t("loadingMore")}
        />
      ) : null}
      {goesOn ? (
        <Button size="sm" variant="ghost" onClick={older.fetch}>
          {t("loadMore")}
        </Button>
      ) : null}
    </div>
  )
}

const skeletonRows = ["a", "b", "c", "d", "e", "f"] as const

function ActivitySkeleton() {
  const t = useTranslations("activity")
  return (
    <div role="status" aria-label={t("loading")} className="divide-y">
      {skeletonRows.map((row) => (
        <div key={row} className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[6.5rem_1fr_13rem]">
          <Skeleton className="h-9 w-20" />
          <div className="space-y-2">
            <Skeleton className="w-64 max-w-full" />
            <Skeleton className="w-96 max-w-full" />
          </div>
          <Skeleton className="h-9 sm:justify-self-end sm:w-40" />
        </div>
      ))}
    </div>
  )
}
