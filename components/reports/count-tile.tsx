import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { coverageRefreshMs, type PinnedView, savedViewHref, totalOptions } from "@/lib/client"
import { CopyProgress } from "../ui/copy-progress"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { TileFrame } from "../ui/tile-frame"
import { useReport } from "./report-context"
import { useViewQuery } from "./use-view-query"

interface CountTileProps {
  readonly view: PinnedView
  /** Actions on the tile. */
  readonly menu: ReactNode
}

/** The number of rows in a saved view of a whole list. */
export function CountTile({ view, menu }: CountTileProps) {
  const { setup, view: shown } = useReport()
  const { operation } = setup
  const query = useViewQuery(setup, shown)
  const t = useTranslations("tiles")
  const format = useFormatter()
  const { data, error, refetch } = useQuery({
    ...totalOptions(operation, query, undefined),
    refetchInterval: ({ state }) => (state.data?.coverage.isComplete ? false : coverageRefreshMs),
  })
  return (
    <TileFrame title={view.name} href={savedViewHref(view)} note={operation.title} menu={menu}>
      {data && !data.coverage.isComplete ? <CopyProgress coverage={data.coverage} /> : null}
      {data?.coverage.isComplete ? (
        <p className="flex items-baseline gap-2">
          <span className="tabular font-semibold text-2xl tracking-tight">
            {format.number(data.count)}
          </span>
          <span className="text-ink-muted text-xs">{t("rows", { count: data.count })}</span>
        </p>
      ) : null}
      {error && !data ? <ReadProblem error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Skeleton className="h-8 w-28" />}
    </TileFrame>
  )
}
