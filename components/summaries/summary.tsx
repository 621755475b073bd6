"use client"

import { useQuery } from "@tanstack/react-query"
import { Download, List, Pencil, SearchX } from "lucide-react"
import dynamic from "next/dynamic"
import Link from "next/link"
import { useSearchParams } from "next/navigation"
import { type ReactNode, useState } from "react"
import { useMessages, useTranslations } from "use-intl"
import {
  coverageRefreshMs,
  type InsightId,
  insightParameter,
  isNarrowed,
  reportHref,
  summaryFileUrl,
  summaryOptions,
  toProblem,
} from "@/lib/client"
import type { SummarizedAnswers } from "@/lib/contract"
import { Button, buttonVariants } from "../ui/button"
import { Card } from "../ui/card"
import { CopyProgress } from "../ui/copy-progress"
import { EmptyState } from "../ui/empty-state"
import { Menu, MenuContent, MenuLink, MenuTrigger } from "../ui/menu"
import { Select } from "../ui/select"
import { Skeleton } from "../ui/skeleton"
import {
  SummaryContext,
  type SummaryState,
  useMeasureLabel,
  useShownMeasure,
  useSummary,
  useSummaryQuery,
} from "./summary-context"
import { SummaryControls } from "./summary-controls"
import { SummaryAsOf } from "./summary-parts"
import { SummaryPivot, SummaryTable } from "./summary-table"

const SummaryChart = dynamic(() => import("./summary-chart").then((part) => part.SummaryChart), {
  ssr: false,
  loading: () => <Skeleton className="m-4 h-60" />,
})

/** Downloads the summary as shown. */
function DownloadMenu() {
  const { operation, query } = useSummary()
  const t = useTranslations("summaries")
  return (
    <Menu>
      <MenuTrigger render={<Button size="sm" />}>
        <Download aria-hidden="true" />
        {t("download")}
      </MenuTrigger>
      <MenuContent align="end">
        {(["csv", "xlsx"] as const).map((format) => (
          <MenuLink
            key={format}
            render={<a href={summaryFileUrl(operation, query, format)} download />}
          >
            {t(`formats.${format}`)}
          </MenuLink>
        ))}
      </MenuContent>
    </Menu>
  )
}

/** The title of the tile that led here; undefined without one, or once the question has changed. */
function useInsightTitle(): string | undefined {
  const id = useSearchParams().get(insightParameter) ?? ""
  const { insights } = useMessages()
  const texts: unknown = Object.hasOwn(insights, id) ? insights[id as InsightId] : undefined
  return typeof texts === "object" && texts !== null && "title" in texts
    ? String(texts.title)
    : undefined
}

interface HeadProps {
  readonly answer: SummarizedAnswers | undefined
  readonly title: string | undefined
  /** Expands the question; absent if it is expanded. */
  readonly onEdit: (() => void) | undefined
}

function Head({ answer, title, onEdit }: HeadProps) {
  const { operation, summary, slots } = useSummary()
  const t = useTranslations("summaries")
  return (
    <header className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <h1 className="font-semibold text-lg tracking-tight">
        {title ?? t("title", { name: operation.title })}
      </h1>
      <Link
        href={reportHref(operation, summary.view)}
        prefetch={false}
        className={buttonVariants({ variant: "ghost", size: "sm" })}
      >
        <List aria-hidden="true" />
        {t("showRows")}
      </Link>
      {onEdit ? (
        <Button size="sm" onClick={onEdit}>
          <Pencil aria-hidden="true" />
          {t("edit")}
        </Button>
      ) : null}
      <div className="flex items-center gap-3 sm:ml-auto">
        {answer?.coverage.isComplete ? <SummaryAsOf answer={answer} /> : null}
        {slots.saving}
        {answer?.coverage.isComplete ? <DownloadMenu /> : null}
      </div>
    </header>
  )
}

/** Selects whether the second field's groups are columns, and which figure the cells show. */
function LayoutChoice() {
  const { summary, changeSummary, query } = useSummary()
  const { changeQuestion } = useSummaryQuery()
  const t = useTranslations("summaries")
  const measureLabel = useMeasureLabel()
  const { at } = useShownMeasure()
  const { isPivot } = summary
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2 print:hidden">
      {[false, true].map((pivot) => (
        <Button
          key={`${pivot}`}
          size="sm"
          variant={pivot === isPivot ? "secondary" : "ghost"}
          aria-pressed={pivot === isPivot}
          onClick={() => changeSummary({ ...summary, isPivot: pivot })}
        >
          {t(pivot ? "pivot" : "table")}
        </Button>
      ))}
      {isPivot && query.measures.length > 1 ? (
        <Select
          size="sm"
          className="ml-auto max-w-64"
          label={t("figure")}
          options={query.measures.map((measure, index) => ({
            value: `${index}`,
            label: measureLabel(measure),
          }))}
          value={`${at}`}
          onValueChange={(index) =>
            changeQuestion({ sort: { by: Number(index), descending: true } })
          }
        />
      ) : null}
    </div>
  )
}

function LeftOut({ answer }: { answer: SummarizedAnswers }) {
  const t = useTranslations("summaries")
  const [shown = 0] = answer.shown
  const [others = 0] = answer.others
  if (others === 0) return null
  return (
    <p className="border-t px-4 py-2 text-ink-muted text-xs">
      {t("leftOut", { shown, all: shown + others })}
    </p>
  )
}

function Answer({ answer }: { answer: SummarizedAnswers }) {
  const { summary } = useSummary()
  const t = useTranslations("summaries")
  const { at, measure } = useShownMeasure()
  const [first, second] = answer.groups
  if (answer.total.n === 0)
    return (
      <Card>
        <EmptyState icon={SearchX} title={t("empty.title")}>
          {isNarrowed(summary.view) ? <p>{t("empty.narrowed")}</p> : null}
        </EmptyState>
      </Card>
    )
  return (
    <>
      {first ? (
        <Card>
          <SummaryChart answer={answer} />
        </Card>
      ) : null}
      <Card className="min-w-0 overflow-hidden">
        {second ? <LayoutChoice /> : null}
        {first && second && summary.isPivot ? (
          <SummaryPivot answer={answer} first={first} second={second} at={at} measure={measure} />
        ) : (
          <SummaryTable answer={answer} />
        )}
        <LeftOut answer={answer} />
        {first ? null : <p className="border-t px-4 py-2 text-ink-muted text-xs">{t("hint")}</p>}
      </Card>
    </>
  )
}

function Loading() {
  return (
    <Card>
      <div className="grid gap-3 p-4">
        {[80, 64, 52, 40, 30].map((width) => (
          <Skeleton key={width} className="h-4" style={{ width: `${width}%` }} />
        ))}
      </div>
    </Card>
  )
}

interface SummaryProps extends SummaryState {
  /** Shown on top, such as dropped parts of the address. */
  readonly notices?: ReactNode
}

/** A summary of a whole list: the question, and the answer as a chart and as a table or pivot. */
export function Summary({ notices, ...state }: SummaryProps) {
  const { operation, query, slots } = state
  const { data, error, refetch, isPending } = useQuery({
    ...summaryOptions(operation, query),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.coverage.isComplete ? false : coverageRefreshMs),
  })
  const title = useInsightTitle()
  const [isEdited, setEdited] = useState(false)
  const isFolded = title !== undefined && !isEdited
  return (
    <SummaryContext value={state}>
      <div className="flex flex-col gap-3 p-4 lg:px-6">
        <Head answer={data} title={title} onEdit={isFolded ? () => setEdited(true) : undefined} />
        {notices}
        {isFolded ? null : <SummaryControls />}
        {error ? (
          <Card>
            {slots.renderProblem({ problem: toProblem(error), onRetry: () => void refetch() })}
          </Card>
        ) : isPending || !data ? (
          <Loading />
        ) : data.coverage.isComplete ? (
          <Answer answer={data} />
        ) : (
          <Card className="p-4">
            <CopyProgress coverage={data.coverage} />
          </Card>
        )}
      </div>
    </SummaryContext>
  )
}
