import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react"
import { useFormatter, useTranslations } from "use-intl"
import { printRange, type SeriesRange } from "@/lib/catalogue"
import type { Delta } from "@/lib/client"
import { useFigure } from "./use-figure"

const icons = { up: ArrowUp, same: ArrowRight, down: ArrowDown } as const

export interface TileDeltaProps {
  readonly delta: Delta | undefined
  readonly range: SeriesRange | undefined
  /** How much is compared, where it is not all. */
  readonly compared: string
}

/** By how much a tile's number differs from that of another range: in percent, or as it is where that was zero. */
export function TileDelta({ delta, range, compared }: TileDeltaProps) {
  const t = useTranslations("tiles")
  const format = useFormatter()
  const figure = useFigure()
  if (range === undefined) return null
  const versus =
    range === "previous" || range === "year"
      ? t(`versus.${range}`)
      : t("versus.range", { range: printRange(range) })
  if (!delta) return <p className="text-ink-faint text-xs">{t("noDelta", { versus })}</p>
  const change = delta.value - delta.before
  const Icon = icons[change > 0 ? "up" : change < 0 ? "down" : "same"]
  const share = change / Math.abs(delta.before)
  const told = Number.isFinite(share)
    ? format.number(share, {
        style: "percent",
        maximumFractionDigits: 1,
        signDisplay: "exceptZero",
      })
    : `${change > 0 ? "+" : ""}${figure(change)}`
  return (
    <>
      <p className="flex items-center gap-1 text-ink-muted text-xs tabular">
        <Icon className="size-3 shrink-0" aria-hidden="true" />
        <span className="font-medium text-ink">{told}</span>
        <span className="truncate">{versus}</span>
      </p>
      <p className="text-ink-faint text-xs empty:hidden">{compared}</p>
    </>
  )
}
