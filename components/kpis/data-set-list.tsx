import { ChartLine } from "lucide-react"
import Link from "next/link"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { Card } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { PageBody, PageHead } from "../ui/page-head"
import { SettingsLink } from "../ui/settings-link"
import type { DataSet } from "./data-set-picker"

export interface DataSetListProps {
  readonly dataSets: readonly DataSet[]
  /** Somebody who may name data sets in the workspace. */
  readonly editsWorkspace: boolean
}

/** Every data set that the workspace names. */
export async function DataSetList({ dataSets, editsWorkspace }: DataSetListProps) {
  const t = await readTranslator("kpis")
  return (
    <PageBody>
      <PageHead title={t("title")}>{t("index.intro")}</PageHead>
      {dataSets.length === 0 ? (
        <Card>
          <EmptyState
            icon={ChartLine}
            title={t("index.title")}
            actions={editsWorkspace ? <SettingsLink /> : undefined}
          >
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
