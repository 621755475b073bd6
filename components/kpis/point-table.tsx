"use client"

import { useFormatter, useTranslations } from "use-intl"
import { DateTime } from "../ui/date-time"
import { shortenId } from "../ui/short-id"
import { Table, TableCell, TableHead, TableHeaderCell, TableRow } from "../ui/table"
import type { KpiPoint } from "./prepare-series"

export interface PointTableProps {
  readonly points: readonly KpiPoint[]
  readonly unit: string
}

const decimalsOf = ({ value }: KpiPoint) => `${value ?? ""}`.split(".")[1]?.length ?? 0

/** The chart's points in words and numbers, newest first. */
export function PointTable({ points, unit }: PointTableProps) {
  const t = useTranslations("kpis")
  const decimals = Math.min(6, Math.max(0, ...points.map(decimalsOf)))
  return (
    <div className="flex max-h-128 flex-col [&>section]:min-h-0">
      <Table label={t("table")}>
        <TableHead>
          <TableRow>
            <TableHeaderCell className="pl-4">{t("columns.time")}</TableHeaderCell>
            <TableHeaderCell>{t("columns.label")}</TableHeaderCell>
            <TableHeaderCell className="text-right">
              {unit ? t("columns.value", { unit }) : t("columns.valueOnly")}
            </TableHeaderCell>
            <TableHeaderCell>{t("columns.department")}</TableHeaderCell>
          </TableRow>
        </TableHead>
        <tbody>
          {points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: points have no id and never move
            <PointRow key={index} point={point} decimals={decimals} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function PointRow({ point, decimals }: { point: KpiPoint; decimals: number }) {
  const t = useTranslations("kpis")
  const format = useFormatter()
  const { time, label, value, departmentId } = point
  return (
    <TableRow>
      <TableCell className="whitespace-nowrap pl-4">
        <DateTime value={new Date(time).toISOString()} />
      </TableCell>
      <TableCell>{label ?? <span className="text-ink-faint">{t("unlabelled")}</span>}</TableCell>
      <TableCell className="tabular text-right">
        {value === null ? (
          <span className="text-ink-faint">–</span>
        ) : (
          format.number(value, {
            minimumFractionDigits: decimals,
            maximumFractionDigits: decimals,
          })
        )}
      </TableCell>
      <TableCell>
        {departmentId ? (
          <code className="font-mono text-xs" title={departmentId}>
            {shortenId(departmentId)}
          </code>
        ) : null}
      </TableCell>
    </TableRow>
  )
}
