import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { type ReactNode, useId } from "react"
import { useFormatter, useTranslations } from "use-intl"
import { type PinnedView, savedViewHref, totalOptions } from "@/lib/client"
import { Card } from "../ui/card"
import { ReadProblem } from "../ui/read-problem"
import { Skeleton } from "../ui/skeleton"
import { useReport } from "./report-context"
import { useViewQuery } from "./use-view-query"

interface CountTileProps {
  readonly view: PinnedView
  /** What can be done with the tile. */
  readonly menu: ReactNode
}

/** How many rows a saved view of a whole list has. */
export function CountTile({ view, menu }: CountTileProps) {
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
