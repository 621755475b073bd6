"use client"

import { useQuery } from "@tanstack/react-query"
import Link from "next/link"
import { useTranslations } from "use-intl"
import type { ListOperation } from "@/lib/catalogue"
import { syncOptions } from "@/lib/client"
import { Card, CardHead } from "../ui/card"
import { type MeasuredDataSet, pressingFigures, useFigures } from "./figures"
import { FiguresTable } from "./figures-table"

const shown = 5

interface PressingFiguresProps {
  /** The list of data points. */
  readonly operation: ListOperation
  readonly dataSets: readonly MeasuredDataSet[]
}

/**
 * Data sets that need attention: those below target, and the largest changes; empty until data is
 * copied.
 */
export function PressingFigures({ operation, dataSets }: PressingFiguresProps) {
  const t = useTranslations("dataSets.pressing")
  const { data: copies = [] } = useQuery(syncOptions(operation))
  const rows = useFigures(operation, dataSets, copies).filter(({ copied }) => copied === undefined)
  if (rows.length === 0) return null
  return (
    <Card>
      <CardHead title={t("title")} note={t("note")}>
        <Link href="/figures" prefetch={false} className="text-accent-ink text-xs hover:underline">
          {t("all", { count: dataSets.length })}
        </Link>
      </CardHead>
      <FiguresTable rows={pressingFigures(rows).slice(0, shown)} isOrdered />
    </Card>
  )
}
