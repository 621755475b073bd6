"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { useTranslations } from "use-intl"
import { type BatchSummary, batchesOptions, batchItemStates } from "../../edits/batches"
import { Badge } from "../../ui/badge"
import { Card, CardHead } from "../../ui/card"
import { DateTime } from "../../ui/date-time"
import { ProgressBar } from "../../ui/progress-bar"
import { ReadProblem } from "../../ui/read-problem"
import { Skeleton } from "../../ui/skeleton"
import { batchTones, progressOf } from "./batch-state"

export function RecentBatches() {
  const t = useTranslations("departments.bulk.batch")
  const { data: batches, error, refetch } = useQuery(batchesOptions())
  return (
    <Card aria-label={t("recent")}>
      <CardHead title={t("recent")} />
      {error && !batches ? (
        <ReadProblem error={error} onRetry={refetch} className="px-4 py-3" />
      ) : null}
      {!batches && !error ? <Skeleton className="m-4 h-10" /> : null}
      {batches?.length === 0 ? <p className="px-4 py-3 text-ink-muted">{t("none")}</p> : null}
      {batches && batches.length > 0 ? (
        <ul aria-label={t("recent")} className="divide-y">
          {batches.map((batch) => (
            <li key={batch.id}>
              <BatchLine batch={batch} />
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

function BatchLine({ batch }: { batch: BatchSummary }) {
  const t = useTranslations("departments.bulk.batch")
  const { id, title, state, startedAt, personName, counts } = batch
  const { all, done } = progressOf(batch)
  const figures = batchItemStates.flatMap((each) => {
    const count = counts[each] ?? 0
    return count > 0 ? [t(`counts.${each}`, { count })] : []
  })
  return (
    <div className="space-y-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          href={`/organisation/batches/${id}`}
          className="min-w-0 break-words font-medium hover:underline"
          prefetch={false}
        >
          {title}
        </Link>
        <Badge tone={batchTones[state]}>{t(`states.${state}`)}</Badge>
        <span className="text-ink-muted text-xs sm:ml-auto">
          {personName === null ? null : `${personName} · `}
          <DateTime value={startedAt} />
        </span>
      </div>
      <p className="text-ink-muted text-xs tabular">{figures.join(" · ")}</p>
      {state === "running" ? (
        <ProgressBar
          label={t("progressOf", { title })}
          text={t("progress", { done, all })}
          share={all === 0 ? 1 : done / all}
          moves
        />
      ) : null}
    </div>
  )
}
