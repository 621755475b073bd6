import { useFormatter, useTranslations } from "use-intl"
import type { Coverage } from "@/lib/contract"
import { ProgressBar } from "./progress-bar"

interface CopyProgressProps {
  readonly coverage: Coverage
  /** True if data under the newest records suffices. */
  readonly ofNewest?: boolean | undefined
}

/** The progress of a copy, and the time left, in words. */
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

/** Replaces a figure whose data is not copied yet: the progress, and the time left. */
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
