import { useQuery } from "@tanstack/react-query"
import { ArrowRight } from "lucide-react"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { toProblem } from "@/lib/client"
import type { ActivityEntry } from "../edits/activity-log"
import { type BatchSummary, batchesOptions, batchItemStates, batchOptions } from "../edits/batches"
import { isUndone } from "../edits/undo-chain"
import { Badge } from "../ui/badge"
import { buttonVariants } from "../ui/button"
import { Skeleton } from "../ui/skeleton"
import { useCodeText } from "../ui/use-code-text"
import { useDepartmentName } from "../ui/use-department-name"
import { activityHref } from "./activity-view"
import { BulkTitle, EntryFrame, PersonNames } from "./entry-frame"

export interface BatchRowProps {
  readonly batch: string
  /** Its loaded edits, newest first. */
  readonly entries: readonly ActivityEntry[]
}

/** A batch summary, from the newest batches or by its own request. */
function useBatchSummary(id: string) {
  const newest = useQuery(batchesOptions())
  const known = new Map(newest.data?.map((batch) => [batch.id, batch]))
  const listed = known.get(id)
  const old = useQuery({ ...batchOptions(id), enabled: !newest.isPending && !listed })
  const summary: BatchSummary | undefined = listed ?? old.data
  return {
    summary,
    problem: old.error ? toProblem(old.error) : undefined,
    isUndone: summary !== undefined && isUndone(summary, known),
  }
}

export function BatchRow({ batch, entries }: BatchRowProps) {
  const t = useTranslations("activity.batch")
  const { summary, problem, isUndone } = useBatchSummary(batch)
  const [newest] = entries
  if (!newest) return null
  const title = summary?.title ?? t("untitled")
  const size = summary ? sizeOf(summary) : entries.length
  return (
    <EntryFrame
      at={newest.intendedAt}
      end={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 sm:col-start-2 lg:col-start-3 lg:flex-col lg:items-end">
          {summary ? <BatchCounts summary={summary} /> : null}
          {problem && !summary ? <NoCounts code={problem.code} /> : null}
          {summary || problem ? null : <Skeleton className="h-5 w-32" />}
          <div className="ml-auto flex items-center gap-1 lg:ml-0">
            <Link
              href={activityHref({ batch })}
              prefetch={false}
              className={buttonVariants({ size: "sm", variant: "ghost" })}
            >
              {t("single")}
            </Link>
            <Link
              href={`/organisation/batches/${batch}`}
              prefetch={false}
              aria-label={t("openOf", { title })}
              className={buttonVariants({ size: "sm" })}
            >
              {t("open")}
              <ArrowRight aria-hidden="true" />
            </Link>
          </div>
        </div>
      }
    >
      <BulkTitle
        batch={batch}
        title={
          <>
            <span className="sr-only">{t("untitled")}: </span>
            {summary ? `${t("departments", { count: size })}: ${title}` : title}
          </>
        }
      >
        <span className="text-ink-muted">
          <PersonNames entries={entries} />
        </span>
        {isUndone ? <UndoneBadge /> : null}
      </BulkTitle>
      <Departments ids={entries.map(({ recordId }) => recordId)} size={size} />
    </EntryFrame>
  )
}

const maxNamed = 4

/** The first few departments by name, and the number of others. */
function Departments({ ids, size }: { ids: readonly string[]; size: number }) {
  const common = useTranslations("common")
  const nameOf = useDepartmentName()
  const named = [...new Set(ids)].slice(0, maxNamed).map(nameOf)
  const others = size - named.length
  const parts = others > 0 ? [...named, common("more", { count: others })] : named
  return <p className="text-ink-muted text-xs">{parts.join(", ")}</p>
}

function UndoneBadge() {
  const t = useTranslations("activity.kind")
  return <Badge tone="outline">{t("undone")}</Badge>
}

const sizeOf = ({ counts }: Pick<BatchSummary, "counts">) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The number of a batch's departments in each state: "39 applied, 1 refused". */
function BatchCounts({ summary: { state, counts } }: { summary: BatchSummary }) {
  const t = useTranslations("activity.batch")
  const parts = batchItemStates.flatMap((each) => {
    const count = counts[each]
    return count > 0 ? [t(`counts.${each}`, { count })] : []
  })
  return (
    <>
      {state === "done" ? null : (
        <Badge tone={state === "running" ? "accent" : "caution"}>{t(state)}</Badge>
      )}
      <span className="text-ink-muted text-xs tabular lg:text-right">{parts.join(", ")}</span>
    </>
  )
}

/** Replaces the counts if they cannot be loaded. */
function NoCounts({ code }: { code: string }) {
  const t = useTranslations("errors.unexpected")
  const textOf = useCodeText()
  return <span className="text-ink-muted text-xs">{textOf(code)?.title ?? t("title")}</span>
}
