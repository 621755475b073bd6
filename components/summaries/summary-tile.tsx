import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { defaultSummaryQuery } from "@/lib/catalogue"
import {
  copiedListsOptions,
  coverageRefreshMs,
  type InsightKind,
  summaryHref,
  summaryOptions,
  toProblem,
} from "@/lib/client"
import { CopyProgress } from "../ui/copy-progress"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { TileFrame } from "../ui/tile-frame"
import { useSummary } from "./summary-context"
import { SummaryFigures } from "./summary-figures"
import { SummaryAsOf } from "./summary-parts"

/** The group limit of the summary that a tile links to. */
const { top } = defaultSummaryQuery

function Waiting() {
  return (
    <div className="grid gap-4 py-1" aria-hidden="true">
      {[88, 72, 64, 48].map((width) => (
        <Skeleton key={width} className="h-4" style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

interface SummaryTileProps {
  readonly kind: InsightKind
  readonly title: string
  /** What is counted, and how. */
  readonly note: string
  /** The figures' labels, in order, if shorter than the default. */
  readonly labels: readonly string[]
  /** Actions on the tile. */
  readonly menu: ReactNode
  /** True if data under the newest records suffices. */
  readonly ofNewest?: boolean
  /** The insight whose title the linked page shows. */
  readonly insight?: string
}

/**
 * The summary as a tile: its figures link to their rows, its title to the full summary. Until
 * everything it needs is copied, it shows the progress.
 */
export function SummaryTile(props: SummaryTileProps) {
  const { kind, title, note, labels, menu, ofNewest, insight } = props
  const { operation, summary, query } = useSummary()
  const t = useTranslations("insights")
  const copied = useQuery(copiedListsOptions()).data?.lists
  const known = copied?.find(({ list }) => list === operation.wholeOf)?.coverage
  const isUnnamed = operation.readById !== undefined && known?.lists === 0
  const { data, error, refetch } = useQuery({
    ...summaryOptions(operation, query),
    enabled: !isUnnamed,
    refetchInterval: ({ state }) => (state.data?.coverage.isComplete ? false : coverageRefreshMs),
  })
  const coverage = data?.coverage ?? known
  const isEnough =
    coverage?.isComplete === true || (ofNewest && coverage?.newest?.isComplete === true)
  const isShown = data !== undefined && isEnough
  const isFailed = error !== null && toProblem(error).code !== "not_copied"
  return (
    <TileFrame
      isSection
      title={title}
      href={summaryHref(operation, { ...summary, question: { ...summary.question, top } }, insight)}
      note={note}
      menu={menu}
    >
      {isShown ? (
        <>
          <SummaryFigures answer={data} kind={kind} labels={labels} />
          <div className="mt-auto pt-1">
            <SummaryAsOf answer={data} />
          </div>
        </>
      ) : isUnnamed ? (
        <p className="text-ink-muted text-sm">{t("noneNamed")}</p>
      ) : isFailed && !data ? (
        <ReadProblem error={error} onRetry={refetch} />
      ) : coverage && !isEnough ? (
        <CopyProgress coverage={coverage} ofNewest={ofNewest} />
      ) : (
        <Waiting />
      )}
    </TileFrame>
  )
}
