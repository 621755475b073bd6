"use client"

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { RefreshCw, Settings2 } from "lucide-react"
import { useState } from "react"
import { useFormatter, useTranslations } from "use-intl"
import {
  apiKey,
  type CopiedOperation,
  type CopiesOverview,
  type CopyPolicy,
  copiesOptions,
  refreshCopies,
  switchedOff,
} from "@/lib/client"
import { Badge } from "../ui/badge"
import { Card, CardBody, CardHead } from "../ui/card"
import { ChangeProblem } from "../ui/change-problem"
import { cn } from "../ui/class-names"
import { dateTimeFormat } from "../ui/date-time-format"
import { IconButton } from "../ui/icon-button"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import { useCodeText } from "../ui/use-code-text"
import { CopyPolicyDialog } from "./copy-policy-dialog"
import { type OperationTitles, RequestHistory } from "./request-history"
import { useSizeText } from "./use-size-text"

/** What is copied of each operation, how, and at what cost. */
export function CopiesCard({ titles }: { titles: OperationTitles }) {
  const t = useTranslations("settings.copies")
  const { data, error, refetch } = useQuery(copiesOptions())
  return (
    <div className="space-y-4">
      <Card aria-label={t("title")}>
        <CardHead title={t("title")} />
        <CardBody className="space-y-4">
          <p className="max-w-2xl text-ink-muted">{t("note")}</p>
          {data?.all.budget === 0 ? <p className="max-w-2xl font-medium">{t("off")}</p> : null}
          {data ? <AllFigures {...data.all} /> : null}
          {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
          {data || error ? null : <Skeleton className="h-14 max-w-2xl" />}
        </CardBody>
        {data ? <CopiesTable operations={data.operations} titles={titles} /> : null}
      </Card>
      {data ? <RequestHistory days={data.days} /> : null}
    </div>
  )
}

const minutesADay = 1440
function AllFigures({ calls, rows, bytes, budget, quota }: CopiesOverview["all"]) {
  const t = useTranslations("settings.copies.figures")
  const format = useFormatter()
  const sizeText = useSizeText()
  const unlimited = t("unlimited")
  const figures = [
    {
      name: t("calls"),
      value: format.number(calls),
      note: budget === null ? unlimited : t("ofBudget", { count: budget * minutesADay }),
    },
    {
      name: t("budget"),
      value: budget === null ? unlimited : format.number(budget),
      note: quota === null ? null : t("ofQuota", { count: quota }),
    },
    { name: t("rows"), value: format.number(rows), note: null },
    { name: t("disk"), value: sizeText(bytes), note: t("withIndexes") },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:flex sm:flex-wrap">
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt className="text-ink-muted text-xs">{name}</dt>
          <dd className="font-semibold text-lg tabular">{value}</dd>
          {note ? <dd className="text-ink-faint text-xs tabular">{note}</dd> : null}
        </div>
      ))}
    </dl>
  )
}

interface CopiesTableProps {
  readonly operations: readonly CopiedOperation[]
  readonly titles: OperationTitles
}

const numberCell = "text-right tabular max-md:hidden"

function CopiesTable({ operations, titles }: CopiesTableProps) {
  const t = useTranslations("settings.copies")
  const [edited, setEdited] = useState<CopiedOperation>()
  const titleOf = (operation: string) => titles[operation] ?? operation
  return (
    <div className="border-t">
      <Table label={t("table")}>
        <TableHead>
          <tr>
            <TableHeaderCell className="pl-4">{t("columns.list")}</TableHeaderCell>
            <TableHeaderCell className="max-sm:hidden">{t("columns.state")}</TableHeaderCell>
            <TableHeaderCell className={numberCell}>{t("columns.rows")}</TableHeaderCell>
            <TableHeaderCell className={numberCell}>{t("columns.disk")}</TableHeaderCell>
            <TableHeaderCell className={numberCell}>{t("columns.calls")}</TableHeaderCell>
            <TableHeaderCell className="max-md:hidden">{t("columns.policy")}</TableHeaderCell>
            <TableHeaderCell className="w-20 pr-4">
              <span className="sr-only">{t("columns.actions")}</span>
            </TableHeaderCell>
          </tr>
        </TableHead>
        <tbody>
          {operations.map((copied) => (
            <CopiedRow
              key={copied.operation}
              copied={copied}
              title={titleOf(copied.operation)}
              onEdit={() => setEdited(copied)}
            />
          ))}
        </tbody>
      </Table>
      <CopyPolicyDialog
        copied={edited}
        title={edited ? titleOf(edited.operation) : ""}
        onClose={() => setEdited(undefined)}
      />
    </div>
  )
}

interface CopiedRowProps {
  readonly copied: CopiedOperation
  readonly title: string
  readonly onEdit: () => void
}

function CopiedRow({ copied, title, onEdit }: CopiedRowProps) {
  const t = useTranslations("settings.copies")
  const format = useFormatter()
  const sizeText = useSizeText()
  const refresh = useRefresh()
  const { rows, bytes, calls, policy, hasPersonalData, operation } = copied
  return (
    <TableRow>
      <TableCell className="min-w-40 py-2 pl-4 align-top">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{title}</span>
          {hasPersonalData ? <Badge tone="outline">{t("personal")}</Badge> : null}
        </div>
        <div className="mt-1 grid gap-1 sm:hidden">
          <CopiedState copied={copied} />
        </div>
        <p className="mt-1 text-ink-muted text-xs md:hidden">
          <PolicyText policy={policy} />
        </p>
        <ChangeProblem error={refresh.error} />
      </TableCell>
      <TableCell className="py-2 align-top max-sm:hidden">
        <CopiedState copied={copied} />
      </TableCell>
      <TableCell className={cn(numberCell, "py-2 align-top")}>
        {bytes > 0 ? format.number(rows) : null}
      </TableCell>
      <TableCell className={cn(numberCell, "whitespace-nowrap py-2 align-top")}>
        {bytes > 0 ? sizeText(bytes) : null}
      </TableCell>
      <TableCell className={cn(numberCell, "py-2 align-top")}>{format.number(calls)}</TableCell>
      <TableCell className="py-2 align-top max-md:hidden">
        <PolicyText policy={policy} />
      </TableCell>
      <TableCell className="whitespace-nowrap py-1 pr-4 text-right align-top">
        <IconButton
          size="sm"
          label={t("actions.refresh", { name: title })}
          disabled={refresh.isPending || copied.lists === 0}
          onClick={() => refresh.mutate(operation)}
        >
          <RefreshCw className={cn(refresh.isPending && "animate-spin")} aria-hidden="true" />
        </IconButton>
        <IconButton size="sm" label={t("actions.change", { name: title })} onClick={onEdit}>
          <Settings2 aria-hidden="true" />
        </IconButton>
        <span role="status" className="sr-only">
          {refresh.isSuccess ? t("actions.refreshed", { name: title }) : ""}
        </span>
      </TableCell>
    </TableRow>
  )
}

function useRefresh() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: refreshCopies,
    onSettled: () => client.invalidateQueries({ queryKey: apiKey("/api/copies") }),
  })
}

/**
 * How many lists of an operation are fully copied, as a bar and in words, and why others are not.
 */
function CopiedState({ copied }: { copied: CopiedOperation }) {
  const t = useTranslations("settings.copies.state")
  const errors = useTranslations("errors")
  const format = useFormatter()
  const textOf = useCodeText()
  const { lists, whole, waiting, paused, failed, asOf, comparedSince, policy } = copied
  if (lists === 0)
    return <span className="text-ink-muted">{t(policy.isCopied ? "none" : "off")}</span>
  const text =
    asOf === null
      ? t("whole", { whole, lists })
      : t("wholeAsOf", { whole, lists, time: format.dateTime(new Date(asOf), dateTimeFormat) })
  const compared =
    comparedSince === null
      ? []
      : [t("compared", { time: format.dateTime(new Date(comparedSince), dateTimeFormat) })]
  const notes = [
    ...compared,
    ...(waiting > 0 ? [t("waiting", { count: waiting })] : []),
    ...(paused > 0 ? [t("paused", { count: paused })] : []),
  ]
  return (
    <div className="grid min-w-44 gap-1">
      <StateBar copied={copied} />
      <span className="text-xs tabular">{text}</span>
      {notes.length > 0 ? (
        <span className="text-ink-muted text-xs tabular">{notes.join(" · ")}</span>
      ) : null}
      {failed.map(({ reason, lists: count }) => (
        <span
          key={reason}
          className={cn("text-xs", reason === switchedOff ? "text-ink-muted" : "text-critical-ink")}
        >
          {t("failed", { count, reason: textOf(reason)?.title ?? errors("unexpected.title") })}
        </span>
      ))}
    </div>
  )
}

/** The shares of complete and of failed lists; the adjacent text says the same. */
function StateBar({ copied: { lists, whole, failed } }: { copied: CopiedOperation }) {
  const broken = Math.min(
    failed.reduce((sum, each) => sum + (each.reason === switchedOff ? 0 : each.lists), 0),
    lists - whole,
  )
  const share = (count: number) => ({ width: `${(100 * count) / lists}%` })
  return (
    <div className="flex h-1.5 overflow-hidden rounded-full bg-pressed" aria-hidden="true">
      <div className="bg-accent" style={share(whole)} />
      <div className="bg-critical" style={share(Math.max(0, broken))} />
    </div>
  )
}

const minutesAnHour = 60

/** How often lists are refreshed, and which rows are retained. */
function PolicyText({ policy }: { policy: CopyPolicy }) {
  const t = useTranslations("settings.copies.policy")
  const { isCopied, everyMinutes, retentionDays } = policy
  const every = () => {
    if (!isCopied) return t("never")
    if (everyMinutes === null) return t("automatic")
    if (everyMinutes % minutesADay === 0) return t("days", { count: everyMinutes / minutesADay })
    if (everyMinutes % minutesAnHour === 0)
      return t("hours", { count: everyMinutes / minutesAnHour })
    return t("minutes", { count: everyMinutes })
  }
  return (
    <>
      {every()}
      {isCopied && retentionDays !== null ? (
        <span className="block text-ink-muted text-xs">
          {t("retention", { count: retentionDays })}
        </span>
      ) : null}
    </>
  )
}
