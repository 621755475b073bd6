"use client"

import { useQuery } from "@tanstack/react-query"
import { Check, Pin } from "lucide-react"
import Link from "next/link"
import { type ComponentProps, type ReactNode, useId, useMemo } from "react"
import { useFormatter, useLocale, useMessages, useTranslations } from "use-intl"
import { useNamedChoices } from "@/components/reports/filter-choices"
import { useClauseText } from "@/components/reports/filter-text"
import { ReportProvider, useReport } from "@/components/reports/report-context"
import type { ReportSetup } from "@/components/reports/report-setup"
import { useViewQuery } from "@/components/reports/use-view-query"
import { SummaryContext } from "@/components/summaries/summary-context"
import { SummaryTile } from "@/components/summaries/summary-tile"
import { PinnedTiles } from "@/components/tiles/pinned-tiles"
import { usePinChange } from "@/components/tiles/tile-menu"
import { Card } from "@/components/ui/card"
import { ChangeProblem } from "@/components/ui/change-problem"
import { IconButton } from "@/components/ui/icon-button"
import { ReadProblem } from "@/components/ui/read-problem"
import { Skeleton } from "@/components/ui/skeleton"
import {
  ownValue,
  type Role,
  readPageSearch,
  type SummaryMeasure,
  summarizedList,
  summaryReport,
} from "@/lib/catalogue"
import {
  type NamedInsight,
  noCulture,
  type PinnedView,
  parseSummaryView,
  parseView,
  requestedSummary,
  type SummaryView,
  savedViewHref,
  saveView,
  tileKindOf,
  totalOptions,
} from "@/lib/client"

/** Tiles change nothing of what they ask. */
const unchanged = () => undefined

/** What posts that lack a language are called, and those whose languages are known. */
function useCultureLabel() {
  const t = useTranslations("insights")
  const names = new Intl.DisplayNames(useLocale(), { type: "language", fallback: "code" })
  return (measure: SummaryMeasure): string | undefined => {
    if (measure.name !== "share" || measure.condition.property !== "culture") return undefined
    if (measure.condition.value === noCulture) return t("languagesKnown")
    const [language = ""] = `${measure.condition.value}`.split("-")
    return t("lacksLanguage", { language: names.of(language) ?? language })
  }
}

interface SlottedProps {
  readonly summary: SummaryView
  readonly tile: Pick<ComponentProps<typeof SummaryTile>, "kind" | "title" | "note" | "menu">
  readonly labels: readonly string[] | undefined
}

/** A summary as a tile, with the names and conditions of reports. */
function SlottedTile({ summary, tile, labels }: SlottedProps) {
  const { setup, view, format, ownZone } = useReport()
  const { filters } = useViewQuery(setup, view)
  const clauseText = useClauseText(useNamedChoices(setup, view))
  const cultureLabel = useCultureLabel()
  return (
    <SummaryContext
      value={{
        operation: setup.operation,
        fields: setup.fields,
        summary,
        changeSummary: unchanged,
        query: requestedSummary(summary, filters, ownZone),
        slots: {
          filters: null,
          zone: null,
          saving: null,
          renderCondition: () => null,
          renderProblem: () => null,
          conditionText: (condition) =>
            clauseText({ property: condition.property, filters: [condition] }).sentence,
          format,
        },
      }}
    >
      <SummaryTile
        {...tile}
        labels={
          labels ?? summary.question.measures.flatMap((measure) => cultureLabel(measure) ?? [])
        }
      />
    </SummaryContext>
  )
}

interface ListedTileProps extends Pick<SlottedProps, "tile" | "labels"> {
  readonly setup: ReportSetup
  /** The summary's address, in its own words. */
  readonly search: string
}

/** The summary of an address as a tile. */
function ListedTile({ setup, search, ...tile }: ListedTileProps) {
  const { operation, fields } = setup
  const summary = useMemo(
    () => parseSummaryView(operation, fields, new URLSearchParams(search)),
    [operation, fields, search],
  )
  return (
    <ReportProvider setup={setup} view={summary.view} setView={unchanged}>
      <SlottedTile {...tile} summary={summary} />
    </ReportProvider>
  )
}

/** Puts an insight on one's Home, as a saved summary. */
function PinMenu({ insight, title }: { readonly insight: NamedInsight; readonly title: string }) {
  const t = useTranslations("tiles")
  const change = usePinChange()
  const { list, search } = insight
  const pin = () =>
    change.mutate(() =>
      saveView(summaryReport(list), { name: title, search, role: null, pinned: true }),
    )
  return (
    <>
      <IconButton
        size="sm"
        label={`${t(change.isSuccess ? "pinned" : "pin")}: ${title}`}
        aria-pressed={change.isSuccess}
        disabled={change.isPending || change.isSuccess}
        onClick={pin}
      >
        {change.isSuccess ? <Check aria-hidden="true" /> : <Pin aria-hidden="true" />}
      </IconButton>
      <ChangeProblem error={change.error} keeps={false} />
    </>
  )
}

function InsightTile({ insight, setup }: { insight: NamedInsight; setup: ReportSetup }) {
  const t = useTranslations("insights")
  const { id, kind, search } = insight
  const texts = useMessages().insights[id]
  const title = t(`${id}.title`)
  return (
    <ListedTile
      setup={setup}
      search={search}
      tile={{
        kind,
        title,
        note: t(`${id}.note`),
        menu: <PinMenu insight={insight} title={title} />,
      }}
      labels={"labels" in texts ? Object.values<string>(texts.labels) : undefined}
    />
  )
}

/** What is known of whole lists, by their ids. */
export interface ListSetups {
  readonly [list: string]: ReportSetup
}

export interface InsightGridProps {
  readonly insights: readonly NamedInsight[]
  readonly setups: ListSetups
}

/** Insights side by side, each of which leads to its rows. */
export function InsightGrid({ insights, setups }: InsightGridProps) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {insights.map((insight) => {
        const setup = ownValue(setups, insight.list)
        return setup ? (
          <li key={insight.id} className="min-w-0">
            <InsightTile insight={insight} setup={setup} />
          </li>
        ) : null
      })}
    </ul>
  )
}

interface SavedTileProps {
  readonly view: PinnedView
  readonly setup: ReportSetup
  readonly menu: ReactNode
}

/** How many rows a saved view of a whole list has. */
function CountTile({ view, menu }: Omit<SavedTileProps, "setup">) {
  const { setup, view: shown } = useReport()
  const { operation } = setup
  const query = useViewQuery(setup, shown)
  const t = useTranslations("tiles")
  const format = useFormatter()
  const id = useId()
  const { data, error, refetch } = useQuery(totalOptions(operation, query, undefined))
  return (
    <Card aria-labelledby={id} className="flex h-full flex-col gap-3 p-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="font-medium">
            <Link
              href={savedViewHref(view)}
              prefetch={false}
              className="rounded-sm hover:text-accent-ink hover:underline"
            >
              {view.name}
            </Link>
          </h3>
          <p className="text-ink-muted text-xs">{operation.title}</p>
        </div>
        <div className="-mt-1 -mr-2 print:hidden">{menu}</div>
      </div>
      {data ? (
        <p className="flex items-baseline gap-2">
          <span className="tabular font-semibold text-2xl tracking-tight">
            {format.number(data.count)}
          </span>
          <span className="text-ink-muted text-xs">{t("rows", { count: data.count })}</span>
        </p>
      ) : null}
      {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-8 w-28" />}
    </Card>
  )
}

/** A saved summary, or a saved view of a whole list, as a tile. */
function SavedTile({ view, setup, menu }: SavedTileProps) {
  const { operation, fields } = setup
  const search = useMemo(() => readPageSearch(view.search), [view.search])
  const shown = useMemo(
    () => parseView(operation, fields, search).view,
    [operation, fields, search],
  )
  if (summarizedList(view.report) === undefined)
    return (
      <ReportProvider setup={setup} view={shown} setView={unchanged}>
        <CountTile view={view} menu={menu} />
      </ReportProvider>
    )
  const { question } = parseSummaryView(operation, fields, search)
  const note = view.isMine || view.ownerName === null ? operation.title : view.ownerName
  return (
    <ListedTile
      setup={setup}
      search={view.search}
      tile={{ kind: tileKindOf(question), title: view.name, note, menu }}
      labels={undefined}
    />
  )
}

interface PinnedGridProps
  extends Omit<ComponentProps<typeof PinnedTiles>, "renderTile" | "rolesOf"> {
  readonly setups: ListSetups
  /** The roles whose people may read data points. */
  readonly roles: readonly Role[]
}

/** What is pinned to Home. */
export function PinnedGrid({ setups, roles, ...pinned }: PinnedGridProps) {
  const setupOf = ({ report }: PinnedView) => ownValue(setups, summarizedList(report) ?? report)
  return (
    <PinnedTiles
      {...pinned}
      rolesOf={(view) => setupOf(view)?.sharing.roles ?? roles}
      renderTile={(view, menu) => {
        const setup = setupOf(view)
        return setup ? <SavedTile view={view} setup={setup} menu={menu} /> : null
      }}
    />
  )
}
