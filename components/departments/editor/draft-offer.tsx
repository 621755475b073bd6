import { History } from "lucide-react"
import { useNow, useTranslations } from "use-intl"
import { Button } from "../../ui/button"
import { useRelativeTime } from "../../ui/use-relative-time"

export interface DraftOfferProps {
  /** ISO time. */
  readonly savedAt: string
  /** How many fields the draft changes. */
  readonly count: number
  readonly onContinue: () => void
  readonly onDiscard: () => void
}

/** What somebody had entered before and not sent, to go on with or to discard. */
export function DraftOffer({ savedAt, count, onContinue, onDiscard }: DraftOfferProps) {
  const t = useTranslations("departments.editor.draft")
  const relativeTime = useRelativeTime()
  const now = useNow()
  const when = relativeTime(new Date(savedAt), now)
  return (
    <section
      aria-label={t("label")}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-accent bg-accent-soft px-4 py-3"
    >
      <History className="size-4 shrink-0 text-accent-ink" aria-hidden="true" />
      <p role="status" className="min-w-0 flex-1 basis-64">
        {t("offer", { when, count })}
      </p>
      <div className="flex gap-2">
        <Button onClick={onDiscard}>{t("discard")}</Button>
        <Button variant="primary" onClick={onContinue}>
          {t("continue")}
        </Button>
      </div>
    </section>
  )
}
