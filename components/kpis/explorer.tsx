"use client"

import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import { printFilterName, printFilterValue, type SeriesQuestion } from "@/lib/catalogue"
import { explorationHref, parseExploration, type SyncStatus, syncOptions } from "@/lib/client"
import { Badge } from "../ui/badge"
import { Card } from "../ui/card"
import { DateTime } from "../ui/date-time"
import { PageHead } from "../ui/page-head"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { UnreadParts } from "../ui/unread-parts"
import { useSearch } from "../ui/use-search"
import { AnswerNotes } from "./answer-notes"
import { AnswerView } from "./answer-view"
import { CellSheet } from "./cell-sheet"
import { ChartChoice } from "./chart-choice"
import { CopyProgress } from "./copy-progress"
import { DataSetPicker } from "./data-set-picker"
import { ExplorerControls } from "./explorer-controls"
import { explorerQueries } from "./explorer-queries"
import type { ExplorerPartProps, ExplorerSetup, ExplorerSlots } from "./explorer-setup"
import { FirstCopy } from "./first-copy"
import { HeadlineRow } from "./headline-row"
import { useSuggestedWays } from "./hidden-answer"
import { QuestionProblem } from "./question-problem"
import { SavedExplorations } from "./saved-explorations"
import { useIdNames } from "./use-group-name"
import { useOpening, useSuggestions } from "./use-suggestions"
import { useZoom } from "./use-zoom"

/** How fresh the copy is, and how far a first copy has come. */
function CopyState({ name, copy }: { name: string; copy: SyncStatus }) {
  const t = useTranslations("kpis.copy")
  if (!copy.isComplete)
    return (
      <div className="grid max-w-md gap-1">
        <span>{t("growing")}</span>
        {copy.run ? <CopyProgress name={name} run={copy.run} /> : null}
      </div>
    )
  return (
    <span className="inline-flex flex-wrap gap-x-1.5 text-xs">
      {t("rows", { count: copy.rows })}
      {copy.syncedUntil ? (
        <>
          <span aria-hidden="true">·</span>
          {t("asOf")} <DateTime value={copy.syncedUntil} relative />
        </>
      ) : null}
    </span>
  )
}

/** On paper, where the controls are not: by what the answer is told apart, and what it is limited to. */
function PrintedQuestion({ question }: { question: SeriesQuestion }) {
  const t = useTranslations("kpis")
  const { department } = useIdNames()
  const { bucket, zone, grouping, level, within, filters } = question
  const groups = {
    none: t("controls.noGroups"),
    label: t("controls.byLabel"),
    department: level === undefined ? t("controls.byDepartment") : t("controls.byLevel", { level }),
    user: t("controls.byUser"),
  }[grouping]
  const parts = [
    t(`by.${bucket}`),
    groups,
    within === undefined ? t("controls.everywhere") : department(within),
    ...filters.map((filter) => `${printFilterName(filter)}=${printFilterValue(filter)}`),
    zone,
  ]
  return <p className="hidden text-ink-muted text-xs print:block">{parts.join(" · ")}</p>
}

type ExplorerProps = ExplorerSetup & ExplorerSlots

/** The page's exploration, whose state is the address. */
function useExploration({ operation, dataSetId }: ExplorerSetup) {
  const { search, change } = useSearch()
  const zone = useTimeZone() ?? "UTC"
  const read = useMemo(
    () => parseExploration(operation, new URLSearchParams(search), zone),
    [operation, search, zone],
  )
  const onExploration: ExplorerPartProps["onExploration"] = (next, how) =>
    change(explorationHref(operation, dataSetId, next), how)
  return { ...read, isPlain: search === "", onExploration }
}

/** A question about a data set, its answer, and what can be done with both. */
export function Explorer({ renderFilters, renderZone, ...setup }: ExplorerProps) {
  const { dataSetId, operation, name, unit, dataSets } = setup
  const t = useTranslations("kpis")
  const { exploration, dropped, isPlain, onExploration } = useExploration(setup)
  const { question } = exploration
  const copies = useQuery(syncOptions())
  const queries = explorerQueries(operation, dataSetId, { question, copies: copies.data ?? [] })
  const { copy, isCopied } = queries
  const answer = useQuery(queries.answer)
  const total = useQuery(queries.total)
  const zoom = useZoom(exploration, onExploration)
  const part = { setup, exploration, onExploration }
  const suggestions = useSuggestions(part, {
    answer: answer.isPlaceholderData ? undefined : answer.data,
    error: answer.error,
    version: queries.version,
  })
  const opened = useOpening(part, isPlain, suggestions)
  const instead = useSuggestedWays({ ...part, suggestions })
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-4 p-4 lg:px-6">
      <PageHead
        title={name}
        marks={unit ? <Badge tone="outline">{unit}</Badge> : undefined}
        actions={
          <>
            <SavedExplorations {...part} />
            {dataSets.length > 1 ? <DataSetPicker dataSets={dataSets} value={dataSetId} /> : null}
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
        <FirstCopy setup={setup} copy={copy} />
      ) : (
        <>
          <ExplorerControls {...part} renderFilters={renderFilters} renderZone={renderZone} />
          <PrintedQuestion question={question} />
          <Card aria-label={name} className="overflow-visible">
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b px-4 py-3">
              <HeadlineRow answer={total.data} exploration={exploration} unit={unit} />
              <ChartChoice {...part} answer={answer.data} />
            </div>
            {opened ? (
              <p role="status" className="border-b px-4 py-2 text-ink-muted text-xs">
                {t("hidden.opened", { bucket: t(`by.${opened.bucket}`) })}
              </p>
            ) : null}
            {answer.error && !answer.isPlaceholderData && !answer.data ? (
              <QuestionProblem
                error={answer.error}
                onRetry={() => void answer.refetch()}
                instead={instead}
              />
            ) : answer.data ? (
              <div
                aria-busy={answer.isPlaceholderData}
                className={answer.isPlaceholderData ? "opacity-60 transition-opacity" : ""}
              >
                <AnswerView {...part} answer={answer.data} zoom={zoom} suggestions={suggestions} />
                <AnswerNotes answer={answer.data} />
              </div>
            ) : (
              <div className="p-4">
                <Skeleton className="h-96 w-full" />
              </div>
            )}
          </Card>
          <CellSheet {...part} answer={answer.data} />
        </>
      )}
    </div>
  )
}
