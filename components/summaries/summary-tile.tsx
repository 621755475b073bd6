import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslations } from "use-intl"
import { defaultSummaryQuery } from "@/lib/catalogue"
import {
  copiedListsOptions,
  copyStateOf,
  coverageRefreshMs,
  type InsightKind,
  summaryHref,
  summaryOptions,
} from "@/lib/client"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { TileFrame } from "../ui/tile-frame"
import { useSummary } from "./summary-context"
import { SummaryFigures } from "./summary-figures"
import { SummaryAsOf } from "./summary-parts"

/** The groups of a summary to which a tile of some of them leads. */
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
  /** What its figures are called, in their order, where that is shorter than what they are. */
  readonly labels: readonly string[]
  /** What can be done with the tile. */
  readonly menu: ReactNode
}

/** The summary around it as one tile: its figures lead to their rows, its title to all of the summary. */
export function SummaryTile({ kind, title, note, labels, menu }: SummaryTileProps) {
  const { operation, summary, query } = useSummary()
  const t = useTranslations("insights")
  const copied = useQuery(copiedListsOptions())
  const copy = copyStateOf(operation, copied.data)
  const summarized = useQuery({
    ...summaryOptions(operation, query),
    enabled: copy === "some",
    refetchInterval: ({ state }) =>
      state.data && state.data.coverage.whole < state.data.coverage.lists
        ? coverageRefreshMs
        : false,
  })
  const { data } = summarized
  const { error, refetch } = copy === "unknown" ? copied : summarized
  const isMissing = !data && (copy === "none" || copy === "unnamed")
  return (
    <TileFrame
      isSection
      title={title}
      href={summaryHref(operation, { ...summary, question: { ...summary.question, top } })}
      note={note}
      menu={menu}
    >
      {data ? <SummaryFigures answer={data} kind={kind} labels={labels} /> : null}
      {data ? (
        <div className="mt-auto pt-1">
          <SummaryAsOf answer={data} />
        </div>
      ) : null}
      {isMissing ? (
        <p className="text-ink-muted text-sm">
          {t(copy === "unnamed" ? "noneNamed" : "notCopied")}
        </p>
      ) : null}
      {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
      {data || error || isMissing ? null : <Waiting />}
    </TileFrame>
  )
}
