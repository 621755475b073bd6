import { ChartLine } from "lucide-react"
import Link from "next/link"
import { readTranslator } from "@/lib/client/messages/read-translator"
import { buttonVariants } from "../ui/button"
import { Card, CardHead } from "../ui/card"
import { EmptyState } from "../ui/empty-state"
import { PageBody, PageHead } from "../ui/page-head"
import { shortenId } from "../ui/short-id"
import { type DataSet, DataSetPicker } from "./data-set-picker"
import { KpiChart } from "./kpi-chart"
import { PointRange } from "./point-range"
import type { KpiPoint } from "./prepare-series"

export interface KpiPageProps {
  readonly id: string
  readonly dataSets: readonly DataSet[]
  /** Newest first. */
  readonly points: readonly KpiPoint[]
  /** Whether these are all the points that there are. */
  readonly complete: boolean
}

/** A data set's latest points as a chart. */
export async function KpiPage({ id, dataSets, points, complete }: KpiPageProps) {
  const t = await readTranslator("kpis")
  const dataSet = dataSets.find((one) => one.id === id)
  const name = dataSet?.name ?? shortenId(id)
  const report = new URLSearchParams({ "path.dataSetId": id, sort: "-timeStamp" })
  return (
    <PageBody>
      <PageHead
        title={name}
        actions={
          <>
            <DataSetPicker dataSets={dataSets} value={id} />
            <Link
              href={`/reports/data-points?${report}`}
              prefetch={false}
              className={buttonVariants()}
            >
              {t("rows")}
            </Link>
          </>
        }
      >
        {dataSet?.unit ? t("unit", { unit: dataSet.unit }) : t("noUnit")}
      </PageHead>
      <Card aria-label={name}>
        <CardHead
          title={t("subtitle", { count: points.length, complete: `${complete}` })}
          note={<PointRange points={points} />}
        />
        {points.length === 0 ? (
          <EmptyState icon={ChartLine} title={t("empty.title")}>
            {t("empty.detail")}
          </EmptyState>
        ) : (
          <KpiChart name={name} unit={dataSet?.unit ?? ""} points={points} />
        )}
      </Card>
    </PageBody>
  )
}
