import { useTranslations } from "use-intl"
import type { PlotArea } from "./plot-area"
import { endNearZero } from "./value-scale"

export interface AxisBreakProps {
  readonly plot: PlotArea
  /** Writes a number on the axis of values. */
  readonly formatAxis: (value: number) => string
}

/** A broken axis and its words where zero is not on it, so that a small change does not look like a large one. */
export function AxisBreak({ plot, formatAxis }: AxisBreakProps) {
  const t = useTranslations("kpis")
  const end = endNearZero(plot.scale)
  if (end === undefined) return null
  const bottom = plot.top + plot.height
  const from = end > 0 ? bottom - 16 : plot.top
  return (
    <g data-axis-break>
      <path
        d={`M${plot.left},${from}v3l-4,2.5l8,5l-4,2.5v3`}
        fill="none"
        stroke="var(--ink-muted)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      <text x={plot.left} y={plot.top - 5} fill="var(--ink-muted)" fontSize={11}>
        {t("axisStarts", { value: formatAxis(end) })}
      </text>
    </g>
  )
}
