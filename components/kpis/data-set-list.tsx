import { ChartLine } from "lucide-react"
import Link from "next/link"
import { translator } from "@/lib/client/messages"
import { Card } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { PageBody, PageHead } from "../ui/page-head"
import type { DataSet } from "./data-set-picker"

/** Every data set that the workspace names. */
export function DataSetList({ dataSets }: { dataSets: readonly DataSet[] }) {
  const t = translator("kpis")
  return (
    <PageBody>
      <PageHead title={t("title")}>{t("index.intro")}</PageHead>
      {dataSets.length === 0 ? (
        <Card>
          <EmptyState icon={ChartLine} title={t("index.title")}>
            {t("index.detail")}
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {dataSets.map(({ id, name, unit }) => (
            <li key={id}>
              <Link
                href={`/kpis/${id}`}
                prefetch={false}
                className="flex items-center gap-3 rounded-lg border bg-surface px-4 py-3 transition-colors hover:border-line-strong hover:bg-sunken"
              >
                <ChartLine className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
                <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
                <span className="shrink-0 text-ink-muted text-xs">{unit}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PageBody>
  )
}
