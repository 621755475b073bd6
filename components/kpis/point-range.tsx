"use client"

import { useFormatter, useTranslations } from "use-intl"
import type { KpiPoint } from "./prepare-series"

const day = { day: "numeric", month: "short", year: "numeric" } as const

/** From which day to which the points reach. */
export function PointRange({ points }: { points: readonly KpiPoint[] }) {
  const t = useTranslations("kpis")
  const format = useFormatter()
  const [first, last] = [points.at(-1), points[0]]
  if (!first || !last) return null
  const write = ({ time }: KpiPoint) => format.dateTime(new Date(time), day)
  return t("range", { from: write(first), to: write(last) })
}
