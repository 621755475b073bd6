"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import type { ReactNode } from "react"
import { useFormatter, useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { type Batch, batchOptions, toProblem } from "@/lib/client"
import { RefusedNotice } from "../../edits/refused-notice"
import { Badge } from "../../ui/badge"
import { buttonVariants } from "../../ui/button"
import { CrumbName } from "../../ui/crumb-name"
import { DateTime } from "../../ui/date-time"
import { PageBody, PageHead } from "../../ui/page-head"
import { SignedOut } from "../../ui/signed-out"
import { Skeleton } from "../../ui/skeleton"
import { usePageTitle } from "../../ui/use-page-title"
import { BatchActions } from "./batch-actions"
import { BatchItems } from "./batch-items"
import { BatchOrders } from "./batch-orders"
import { BatchProgress } from "./batch-progress"
import { BatchRetry } from "./batch-retry"
import { batchTones } from "./batch-state"
import { useBatchEnd } from "./use-batch-end"

export interface BatchViewProps {
  readonly id: string
  readonly list: ListOperation
  /** Puts a button there that takes the batch back, for who may change departments; others only look. */
  readonly undo?: ((batch: Batch) => ReactNode) | undefined
}

/** One batch: how far it is, what became of each department, and what can be done about it. */
export function BatchView({ id, list, undo }: BatchViewProps) {
  const { data: batch, error, refetch } = useQuery(batchOptions(id))
  useBatchEnd(batch, list)
  usePageTitle(batch?.title)
  if (error && !batch) return <NoBatch error={error} onSignedIn={() => void refetch()} />
  if (!batch) return <BatchSkeleton />
  return (
    <PageBody>
      <CrumbName id={id} name={batch.title} />
      <BatchHead batch={batch} undo={undo} />
      {isSignedOut(error) ? <SignedOut keeps={false} onSignedIn={() => void refetch()} /> : null}
      <BatchProgress batch={batch} />
      {undo ? <BatchRetry batch={batch} list={list} /> : null}
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

function BatchHead({ batch, undo }: Pick<BatchViewProps, "undo"> & { readonly batch: Batch }) {
  const t = useTranslations("departments.bulk.batch")
  const { id, title, state, startedAt, endedAt, personName, undoes, undoneBy } = batch
  return (
    <PageHead
      title={title}
      marks={<Badge tone={batchTones[state]}>{t(`states.${state}`)}</Badge>}
      actions={
        <>
          {undo ? <BatchOrders batch={batch} /> : null}
          {undo?.(batch)}
          <Link href={`/activity?batch=${id}`} className={buttonVariants()} prefetch={false}>
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

/** Leads to the batch that undid this one; says on which day, once that is known. */
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
    href={`/departments/batches/${id}`}
    className="text-accent-ink hover:underline"
    prefetch={false}
  >
    {text}
  </Link>
)
