import { useFormatter, useTranslations } from "use-intl"
import type { Coverage } from "@/lib/contract"
import { ProgressBar } from "./progress-bar"

interface CopyProgressProps {
  readonly coverage: Coverage
  /** What lies under the newest records is enough. */
  readonly ofNewest?: boolean | undefined
}

/** How much of a copy has been read, and how long the rest takes, in words. */
export function useProgressText(): (coverage: Pick<Coverage, "share" | "secondsLeft">) => string {
  const t = useTranslations("tiles.copying")
  const format = useFormatter()
  return ({ share, secondsLeft }) => {
    const read = t("share", {
      share: format.number(Math.floor(100 * share) / 100, { style: "percent" }),
    })
    if (secondsLeft === null) return read
    const left = secondsLeft < 60 ? t("soon") : t("minutes", { count: Math.ceil(secondsLeft / 60) })
    return `${read} · ${left}`
  }
}

/** In place of a figure before its time: how much of what it is made of has been read, and how long the rest takes. */
export function CopyProgress({ coverage, ofNewest = false }: CopyProgressProps) {
  const t = useTranslations("tiles.copying")
  const progressText = useProgressText()
  if (coverage.lists === 0) return <p className="text-ink-muted text-sm">{t("none")}</p>
  const shown = (ofNewest && coverage.newest) || coverage
  const text = progressText(shown)
  return (
    <div data-copying="" className="grid gap-1.5">
      <p className="text-ink-muted text-sm">{t("title")}</p>
      <ProgressBar label={t("title")} text={text} share={shown.share} moves />
      <p className="text-ink-muted text-xs tabular">{text}</p>
    </div>
  )
}
