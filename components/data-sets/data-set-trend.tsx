import { useQuery } from "@tanstack/react-query"
import { type RefObject, useEffect, useRef, useState } from "react"
import { useTimeZone, useTranslations } from "use-intl"
import {
  addDays,
  dayAt,
  defaultSeriesQuery,
  type ListOperation,
  type Measure,
  type SeriesQuery,
  startOfWeek,
} from "@/lib/catalogue"
import { type SyncStatus, seriesOptions } from "@/lib/client"
import { countCells, Sparkline, type SparklineCells } from "../charts/sparkline"
import { Skeleton } from "../ui/skeleton"
import type { NamedDataSet } from "./listed-copy"

const cannotBeAdded = /%|‰|percent|procent|prozent|score|index|indeks|rate|grade|°/iu

/** What is computed of a data set by its unit: scores and shares are averaged, everything else is added up. */
export const trendMeasure = (unit: string | undefined): "average" | "sum" =>
  cannotBeAdded.test(unit ?? "") ? "average" : "sum"

const daysBack = 90

/** The series that a trend shows: a measure of all points, week by week, from the week of 90 days ago until today. */
export function trendQuery(measure: Measure, zone: string, now: number): SeriesQuery {
  const today = dayAt(now, zone)
  const from = startOfWeek(addDays(today, -daysBack))
  return { ...defaultSeriesQuery, measure, bucket: "week", zone, ranges: [{ from, to: today }] }
}

/** True from the first time that an element comes near the window. */
function useWasSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setSeen(true)
        observer.disconnect()
      },
      { rootMargin: "200px" },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}

interface DataSetTrendProps {
  readonly operation: ListOperation
  readonly dataSet: NamedDataSet
  readonly copy: SyncStatus
}

const empty: SparklineCells = { values: [], states: "", partial: [] }

/** A copied data set's last 90 days by week; asked for when it is first seen. */
export function DataSetTrend({ operation, dataSet, copy }: DataSetTrendProps) {
  const t = useTranslations("dataSets.trend")
  const frame = useRef<HTMLDivElement>(null)
  const isSeen = useWasSeen(frame)
  const zone = useTimeZone() ?? "UTC"
  const { id, name, unit } = dataSet
  const measure = trendMeasure(unit)
  const question = trendQuery(measure, zone, Date.now())
  const options = seriesOptions(operation, id, question, copy.syncedUntil ?? "")
  const { data, isError } = useQuery({ ...options, enabled: isSeen && copy.rows > 0 })
  const [range] = data?.ranges ?? []
  const cells = range ? { ...empty, ...range.lines[0], partial: range.partial } : empty
  const label = useTrendLabel(cells, t(measure, { name }))
  const { states } = cells
  const told = /[vp]/.test(states) ? undefined : states.includes("s") ? "tooFew" : "none"
  return (
    <div ref={frame} className="grid h-8 items-center">
      {data && !told ? <Sparkline {...cells} label={label} /> : null}
      {data && told ? <p className="text-ink-faint text-xs">{t(told)}</p> : null}
      {data || isError || copy.rows === 0 ? null : <Skeleton className="h-6" />}
    </div>
  )
}

/** What a trend shows, in words. */
function useTrendLabel({ values, states }: SparklineCells, title: string): string {
  const t = useTranslations("dataSets.trend")
  const known = values.filter((value) => value !== null)
  const last = known.at(-1)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const counted = [
    ["gaps", countCells(states, "missing") + countCells(states, "empty")],
    ["suppressed", countCells(states, "suppressed")],
    ["unsynced", countCells(states, "unsynced")],
  ] as const
  return [
    title,
    ...(last === undefined ? [] : [t("range", { low, high, last })]),
    ...counted.flatMap(([text, count]) => (count > 0 ? [t(text, { count })] : [])),
  ].join("; ")
}
