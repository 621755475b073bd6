"use client"

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Pause, Play } from "lucide-react"
import Link from "next/link"
import { type ReactNode, useEffect, useRef } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { apiKey, toProblem } from "@/lib/client"
import { type Batch, batchItemStates, batchOptions, orderBatch } from "../../edits/batches"
import { RefusedNotice } from "../../edits/notices"
import { useActionText } from "../../edits/use-action-text"
import { renewDepartments } from "../../edits/use-sending"
import { Badge } from "../../ui/badge"
import { Button, buttonVariants } from "../../ui/button"
import { ChangeProblem } from "../../ui/change-problem"
import { CrumbName } from "../../ui/crumb-name"
import { DateTime } from "../../ui/date-time"
import { PageBody, PageHead } from "../../ui/page-head"
import { ProgressBar } from "../../ui/progress-bar"
import { QuotaWait } from "../../ui/quota-wait"
import { SignedOut } from "../../ui/signed-out"
import { Skeleton } from "../../ui/skeleton"
import { useDepartmentName } from "../../ui/use-department-name"
import { usePageTitle } from "../../ui/use-page-title"
import { BatchItems } from "./batch-items"
import { BatchRetry } from "./batch-retry"
import { batchTones, progressOf } from "./batch-state"
import { UndoBatch } from "./undo-batch"

/** The activity log has all of them. */
const maxShown = 5

/**
 * The latest actions on a batch after its start, with their author, and why it stopped by itself.
 */
function BatchActions({ batch: { actions, state } }: { batch: Batch }) {
  const textOf = useActionText()
  const later = actions
    .filter(({ action }) => action !== "start" && action !== "undo")
    .slice(-maxShown)
  const last = later.at(-1)
  const reason = state === "stopped" && last ? textOf(last).reason : undefined
  return (
    <>
      {later.length === 0 ? null : (
        <ul className="mt-2 grid gap-1 text-ink-muted text-xs">
          {later.map((action) => (
            <li key={`${action.madeAt} ${action.action}`} className="flex flex-wrap gap-x-1.5">
              {textOf(action).text} <DateTime value={action.madeAt} relative />
            </li>
          ))}
        </ul>
      )}
      {reason === undefined ? null : <p className="mt-2 max-w-prose text-caution-ink">{reason}</p>}
    </>
  )
}

/** Stops a running batch, or resumes a stopped one. */
function BatchOrders({ batch: { id, state } }: { batch: Batch }) {
  const t = useTranslations("departments.bulk.batch")
  const client = useQueryClient()
  const order = useMutation({
    mutationFn: (action: "stop" | "resume") => orderBatch(id, action),
    onSettled: () => client.invalidateQueries({ queryKey: batchOptions(id).queryKey }),
  })
  if (state === "done") return null
  const action = state === "running" ? "stop" : "resume"
  const Icon = action === "stop" ? Pause : Play
  return (
    <>
      <ChangeProblem error={order.error} keeps={false} />
      <Button
        variant={action === "resume" ? "primary" : "secondary"}
        disabled={order.isPending}
        onClick={() => order.mutate(action)}
      >
        <Icon aria-hidden="true" />
        {t(action)}
      </Button>
    </>
  )
}

/** A batch's progress in numbers, and its current department. */
function BatchProgress({ batch }: { batch: Batch }) {
  const t = useTranslations("departments.bulk.batch")
  const { all, done } = progressOf(batch)
  const isRunning = batch.state === "running"
  const figures = batchItemStates.flatMap((state) => {
    const count = batch.counts[state] ?? 0
    return count > 0 ? [t(`counts.${state}`, { count })] : []
  })
  const text = t("progress", { done, all })
  return (
    <section aria-label={t("progressLabel")} className="space-y-2">
      <p className="flex flex-wrap gap-x-3 gap-y-1 tabular">
        <span className="font-medium">{text}</span>
        <span className="text-ink-muted">{figures.join(" · ")}</span>
      </p>
      <ProgressBar
        label={t("progressLabel")}
        text={text}
        share={all === 0 ? 1 : done / all}
        moves={isRunning}
      />
      <p role="status" className="sr-only">
        {isRunning ? "" : `${t(`ends.${batch.state}`)} ${figures.join(", ")}`}
      </p>
      {isRunning ? <Current batch={batch} /> : null}
    </section>
  )
}

function Current({ batch }: { batch: Batch }) {
  const t = useTranslations("departments.bulk.batch")
  const nameOf = useDepartmentName()
  const current = batch.items.find(({ state }) => state === "sending")
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-ink-muted text-xs">
      <p>
        {current ? t("current", { name: nameOf(current.recordId) }) : null}{" "}
        <QuotaWait variant="line" />
      </p>
      <p>{t("leaving")}</p>
    </div>
  )
}

/** Refetches everything that shows departments or batches once a running batch ends. */
function useBatchEnd(batch: Batch | undefined, list: ListOperation): void {
  const client = useQueryClient()
  const ran = useRef(false)
  const state = batch?.state
  useEffect(() => {
    if (state === "running") ran.current = true
    else if (state && ran.current) {
      ran.current = false
      renewDepartments(client, list)
      void client.invalidateQueries({ queryKey: apiKey("/api/departments/batches") })
    }
  }, [state, client, list])
}

interface BatchViewProps {
  readonly id: string
  readonly list: ListOperation
  /** Absent for people with read access only. */
  readonly mayWrite?: boolean
}

export function BatchView({ id, list, mayWrite = false }: BatchViewProps) {
  const { data: batch, error, refetch } = useQuery(batchOptions(id))
  useBatchEnd(batch, list)
  usePageTitle(batch?.title)
  if (error && !batch) return <NoBatch error={error} onSignedIn={() => void refetch()} />
  if (!batch) return <BatchSkeleton />
  return (
    <PageBody>
      <CrumbName id={id} name={batch.title} />
      <BatchHead
        batch={batch}
        actions={
          mayWrite ? (
            <>
              <BatchOrders batch={batch} />
              <UndoBatch batch={batch} list={list} />
            </>
          ) : null
        }
      />
      {isSignedOut(error) ? <SignedOut keeps={false} onSignedIn={() => void refetch()} /> : null}
      <BatchProgress batch={batch} />
      {mayWrite ? <BatchRetry batch={batch} list={list} /> : null}
      <BatchItems batch={batch} list={list} />
    </PageBody>
  )
}

const isSignedOut = (error: Error | null) => error !== null && toProblem(error).status === 401

interface NoBatchProps {
  readonly error: unknown
  readonly onSignedIn: () => void
}

function NoBatch({ error, onSignedIn }: NoBatchProps) {
  const t = useTranslations("departments.bulk.batch")
  return (
    <PageBody>
      <PageHead title={t("title")} />
      <RefusedNotice problem={toProblem(error)} onSignedIn={onSignedIn} />
    </PageBody>
  )
}

function BatchSkeleton() {
  const t = useTranslations("departments.bulk.batch")
  return (
    <PageBody>
      <PageHead title={t("title")} />
      <Skeleton className="h-16" />
      <Skeleton className="h-64" />
    </PageBody>
  )
}

interface BatchHeadProps {
  readonly batch: Batch
  readonly actions: ReactNode
}

function BatchHead({ batch, actions }: BatchHeadProps) {
  const t = useTranslations("departments.bulk.batch")
  const { id, title, state, startedAt, endedAt, personName, undoes, undoneBy } = batch
  return (
    <PageHead
      title={title}
      marks={<Badge tone={batchTones[state]}>{t(`states.${state}`)}</Badge>}
      actions={
        <>
          {actions}
          <Link
            href={`/organisation/changes?batch=${id}`}
            className={buttonVariants()}
            prefetch={false}
          >
            {t("activity")}
          </Link>
        </>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span>{personName === null ? t("started") : t("startedBy", { name: personName })}</span>
        <DateTime value={startedAt} relative />
        {endedAt === null ? null : (
          <span>
            {t("ended")} <DateTime value={endedAt} />
          </span>
        )}
        {undoes === null ? null : <BatchLink id={undoes} text={t("undoes")} />}
        {undoneBy === null ? null : <UndoneBy id={undoneBy} />}
      </p>
      <BatchActions batch={batch} />
    </PageHead>
  )
}

/** Links to the batch that undid this one, with the date once it is loaded. */
function UndoneBy({ id }: { readonly id: string }) {
  const t = useTranslations("departments.bulk.batch")
  const format = useFormatter()
  const { data: by } = useQuery(batchOptions(id))
  const day = by && format.dateTime(new Date(by.startedAt), dayFormat)
  return <BatchLink id={id} text={day ? t("undoneOn", { day }) : t("undoneBy")} />
}

const dayFormat = { day: "numeric", month: "short" } as const

const BatchLink = ({ id, text }: { readonly id: string; readonly text: string }) => (
  <Link
    href={`/organisation/batches/${id}`}
    className="text-accent-ink hover:underline"
    prefetch={false}
  >
    {text}
  </Link>
)
