"use client"

import dynamic from "next/dynamic"
import { useMemo } from "react"
import { useTranslations } from "use-intl"
import { ChartLegend } from "../charts/chart-legend"
import { Skeleton } from "../ui/skeleton"
import { Tab, TabPanel, Tabs, TabsList } from "../ui/tabs"
import { PointTable } from "./point-table"
import { isAveraged, type KpiPoint, prepareSeries } from "./prepare-series"

const TimeLineChart = dynamic(() => import("../charts/time-line-chart"), {
  ssr: false,
  loading: () => <Skeleton className="h-80 w-full sm:h-96" />,
})

export interface KpiChartProps {
  readonly name: string
  readonly unit: string
  readonly points: readonly KpiPoint[]
}

/** The points of a data set as lines, and the same points as a table. */
export function KpiChart({ name, unit, points }: KpiChartProps) {
  const t = useTranslations("kpis")
  const series = useMemo(
    () => prepareSeries(points, { unlabelled: t("unlabelled"), rest: t("other") }),
    [points, t],
  )
  const lost = points.filter(({ value }) => value === null).length
  return (
    <Tabs defaultValue="chart">
      <TabsList className="px-4">
        <Tab value="chart">{t("chart")}</Tab>
        <Tab value="table">{t("table")}</Tab>
      </TabsList>
      <TabPanel value="chart" className="space-y-3 p-4">
        {/* Where there is room, lines are named at their ends; dots never are. */}
        <div className={series.some(({ kind }) => kind === "rest") ? undefined : "md:hidden"}>
          <ChartLegend series={series} />
        </div>
        <TimeLineChart
          series={series}
          unit={unit}
          label={t("chartLabel", { name, count: points.length })}
        />
        <p className="text-ink-muted text-xs">
          {t(isAveraged(points) ? "averaged" : "plain")}{" "}
          {lost > 0 ? t("lost", { count: lost }) : null}
        </p>
      </TabPanel>
      <TabPanel value="table" className="p-0">
        <PointTable points={points} unit={unit} />
      </TabPanel>
    </Tabs>
  )
}
