"use client"

import { type UseQueryResult, useQuery } from "@tanstack/react-query"
import { SlidersHorizontal, Target } from "lucide-react"
import Link from "next/link"
import { useRouter } from "next/navigation"
import { useEffect, useMemo, useState, useTransition } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import {
  explorationReport,
  readPageSearch,
  type SeriesAnswer,
  type SeriesQuery,
  type SeriesRange,
} from "@/lib/catalogue"
import {
  type Exploration,
  explorationHref,
  isTold,
  monthlyExploration,
  parseExploration,
  type SavedView,
  savedSearch,
  syncOptions,
} from "@/lib/client"
import type { PictureFormat } from "../charts/picture"
import { ViewMenu } from "../saved/view-menu"
import { Badge } from "../ui/badge"
import { Button, buttonVariants } from "../ui/button"
import { Card } from "../ui/card"
import { Combobox } from "../ui/combobox"
import { PageHead } from "../ui/page-head"
import { ReadProblem } from "../ui/read-problem"
import { Sheet, SheetContent, SheetTrigger } from "../ui/sheet"
import { Skeleton } from "../ui/skeleton"
import { UnreadParts } from "../ui/unread-parts"
import { phoneQuery, useMedia } from "../ui/use-media"
import { useSearch } from "../ui/use-search"
import { AnswerNotes } from "./answer-notes"
import { AnswerProblem } from "./answer-problem"
import { AnswerView } from "./answer-view"
import { cellBetween } from "./cell"
import { CellSheet } from "./cell-sheet"
import { ChartChoice } from "./chart-choice"
import { ChartNotes } from "./chart-notes"
import { CopyState, FirstCopy } from "./copy-state"
import { isEmpty, useMonthlyButton, withAllDays } from "./empty-answer"
import {
  ExplorerContext,
  type ExplorerSetup,
  type ExplorerSlots,
  useExplorer,
} from "./explorer-context"
import { ExplorerControls } from "./explorer-controls"
import { explorerQueries } from "./explorer-queries"
import { HeadlineRow } from "./headline-row"
import { useQueryLimits, useQueryName } from "./labels"
import { Trend } from "./trend"

/** Navigates to another data set's chart. */
function DataSetPicker() {
  const { dataSets, dataSetId } = useExplorer().setup
  const t = useTranslations("kpis")
  const router = useRouter()
  const [busy, start] = useTransition()
  return (
    <Combobox
      className="w-64 max-sm:hidden"
      label={t("choose")}
      value={dataSetId}
      disabled={busy}
      options={dataSets.map(({ id, name, unit }) => ({
        value: id,
        label: name,
        description: unit,
      }))}
      onValueChange={(id) => {
        if (id !== null) start(() => router.push(`/figures/${id}`))
      }}
    />
  )
}

function SavedCharts() {
  const { setup, exploration, changeExploration } = useExplorer()
  const { operation, dataSetId, views, roles } = setup
  const search = savedSearch(operation, exploration)
  const read = (view: SavedView) =>
    parseExploration(operation, readPageSearch(view.search), exploration.question.zone).exploration
  return (
    <ViewMenu
      report={explorationReport(dataSetId)}
      search={search}
      shown={exploration.saved}
      isChanged={(view) => savedSearch(operation, read(view)) !== search}
      roles={roles}
      atFirst={views}
      onOpen={(view) => changeExploration({ ...read(view), saved: view.id })}
      onBecome={(view) => {
        const { saved: _, ...rest } = exploration
        changeExploration(view ? { ...rest, saved: view.id } : rest, { replace: true })
      }}
    />
  )
}

/** For print, where controls are hidden: the query's groups and filters. */
function PrintedQuestion() {
  const { question } = useExplorer().exploration
  const queryName = useQueryName()
  const limits = useQueryLimits()
  const text = [queryName(question), ...limits(question), question.zone].join(" · ")
  return <p className="hidden text-ink-muted text-xs print:block">{text}</p>
}

/** The page's exploration; the URL is its state. */
function useExploration({ operation, dataSetId, opening }: ExplorerSetup) {
  const { search, change } = useSearch()
  const zone = useTimeZone() ?? "UTC"
  const read = useMemo(
    () =>
      search === ""
        ? { exploration: opening, dropped: [] }
        : parseExploration(operation, new URLSearchParams(search), zone),
    [operation, search, zone, opening],
  )
  const changeExploration = (next: Exploration, how?: { readonly replace?: boolean }) =>
    change(explorationHref(operation, dataSetId, next), how)
  return { ...read, changeExploration }
}

/** The state of the copy, and the queries of the answer and its total, which wait for the copy. */
function useSeries({ operation, dataSetId }: ExplorerSetup, question: SeriesQuery) {
  const copies = useQuery(syncOptions(operation))
  const queries = explorerQueries(operation, dataSetId, { question, copies: copies.data ?? [] })
  return { copies, queries, answer: useQuery(queries.answer), total: useQuery(queries.total) }
}

/**
 * Adjusts the opening query: protected data sets open by month, since most days have too few
 * people, and all days are shown if the last month has no data.
 */
function useOpening() {
  const { setup, exploration, changeExploration, answer } = useExplorer()
  const isBare = exploration === setup.opening
  useEffect(() => {
    if (!isBare || answer?.question.ranges[0] !== exploration.question.ranges[0]) return
    const opened = answer.least === undefined ? exploration : monthlyExploration(exploration)
    const next = isEmpty(answer) ? withAllDays(opened) : opened
    if (next !== exploration) changeExploration(next, { replace: true })
  })
}

interface AnswerCardProps {
  readonly query: UseQueryResult<SeriesAnswer>
  /** The answer without groups. */
  readonly total: SeriesAnswer | undefined
}

/** The answer as a number and a chart, with what it leaves out. */
function AnswerCard({ query, total }: AnswerCardProps) {
  const { setup, exploration, changeExploration } = useExplorer()
  useOpening()
  const instead = useMonthlyButton()
  const { data, error, isPlaceholderData, refetch } = query
  return (
    <Card aria-label={setup.name} className="flex flex-col overflow-visible">
      {total && isTold(total.question.measure, total.least) ? (
        <div className="border-b px-4 py-2.5 empty:hidden">
          <Trend total={total} />
        </div>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b px-4 py-3 max-sm:order-last">
        <HeadlineRow
          answer={total}
          exploration={exploration}
          unit={setup.unit}
          onChanges={({ edges: [from, to] }, changes) =>
            changeExploration({ ...exploration, cell: cellBetween(from, to, undefined), changes })
          }
        />
        <ChartChoice />
      </div>
      {error && !isPlaceholderData && !data ? (
        <AnswerProblem error={error} onRetry={() => void refetch()} instead={instead} />
      ) : data ? (
        <div
          aria-busy={isPlaceholderData}
          className={isPlaceholderData ? "opacity-60 transition-opacity" : ""}
        >
          <AnswerView />
          <ChartNotes answer={data} />
          <AnswerNotes answer={data} isRanked={exploration.chart === "ranked"} />
        </div>
      ) : (
        <div className="p-4">
          <Skeleton className="h-96 w-full" />
        </div>
      )}
    </Card>
  )
}

/** The query's controls; on phones in a panel, so that the chart comes first. */
function Controls(slots: ExplorerSlots) {
  const t = useTranslations("kpis.controls")
  const isPhone = useMedia(phoneQuery)
  if (!isPhone) return <ExplorerControls {...slots} />
  return (
    <Sheet>
      <SheetTrigger render={<Button className="self-start" />}>
        <SlidersHorizontal aria-hidden="true" />
        {t("open")}
      </SheetTrigger>
      <SheetContent title={t("open")}>
        <ExplorerControls {...slots} />
      </SheetContent>
    </Sheet>
  )
}

/** A query of a data set, its answer, and actions on both. */
export function Explorer({ renderFilters, renderZone, ...setup }: ExplorerSetup & ExplorerSlots) {
  const { name, unit, dataSets } = setup
  const t = useTranslations("kpis")
  const { exploration, dropped, changeExploration } = useExploration(setup)
  const series = useSeries(setup, exploration.question)
  const [zoomed, setZoomed] = useState<readonly SeriesRange[]>([])
  const { copies, queries, answer, total } = series
  const { copy, isCopied } = queries
  const [picture, setPicture] = useState<PictureFormat>()
  const shown = { zoomed, setZoomed, picture, setPicture }
  const shared = { setup, exploration, changeExploration, ...shown }
  return (
    <ExplorerContext value={{ ...shared, answer: answer.data }}>
      <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-4 p-4 lg:px-6">
        <PageHead
          title={name}
          marks={unit ? <Badge tone="outline">{unit}</Badge> : undefined}
          actions={
            <>
              <Link
                href={`/figures/${setup.dataSetId}/targets`}
                prefetch={false}
                className={buttonVariants()}
              >
                <Target aria-hidden="true" />
                {t("targets.link")}
              </Link>
              <SavedCharts />
              {dataSets.length > 1 ? <DataSetPicker /> : null}
            </>
          }
        >
          {copy && isCopied ? <CopyState name={name} copy={copy} /> : null}
        </PageHead>
        <UnreadParts parts={dropped} />
        {copies.isPending ? (
          <Skeleton className="h-96 w-full" />
        ) : copies.error && !copies.data ? (
          <ReadProblem error={copies.error} onRetry={copies.refetch} />
        ) : !isCopied ? (
          <FirstCopy copy={copy} />
        ) : (
          <>
            <Controls renderFilters={renderFilters} renderZone={renderZone} />
            <PrintedQuestion />
            <AnswerCard query={answer} total={total.data} />
            <CellSheet />
          </>
        )}
      </div>
    </ExplorerContext>
  )
}
