import { Info, X } from "lucide-react"
import { Fragment, useState } from "react"
import { useTranslations } from "use-intl"
import type { DroppedPart, DropReason } from "@/lib/client"

/** A dismissible notice about something that the page did on its own. */
export function Notice({ children }: { children: React.ReactNode }) {
  const t = useTranslations("reports")
  const [dismissed, setDismissed] = useState(false)
  if (dismissed) return null
  return (
    <div
      role="status"
      className="print:hidden flex items-start gap-2 rounded-md border bg-sunken px-3 py-1.5 text-ink-muted text-xs"
    >
      <Info className="mt-px size-3.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
      <button
        type="button"
        aria-label={t("dismiss")}
        onClick={() => setDismissed(true)}
        className="-mr-1 grid size-4 place-items-center rounded-sm hover:text-ink"
      >
        <X className="size-3.5" aria-hidden="true" />
      </button>
    </div>
  )
}

/** The dropped parts of the address, by reason. */
export function DroppedParts({ parts }: { parts: readonly DroppedPart[] }) {
  const t = useTranslations("filters")
  if (parts.length === 0) return null
  const reasons = [...new Set(parts.map(({ reason }) => reason))]
  return (
    <Notice key={parts.map(writePart).join("&")}>
      {t("dropped.label")}{" "}
      {reasons.map((reason, index) => (
        <Fragment key={reason}>
          {index > 0 ? "; " : null}
          <DroppedFor reason={reason} parts={parts.filter((part) => part.reason === reason)} />
        </Fragment>
      ))}
    </Notice>
  )
}

function DroppedFor({ reason, parts }: { reason: DropReason; parts: readonly DroppedPart[] }) {
  const t = useTranslations("filters")
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={writePart(part)}>
          {index > 0 ? ", " : null}
          <code className="break-all font-mono text-2xs text-ink">{writePart(part)}</code>
        </Fragment>
      ))}{" "}
      ({t(`dropped.reasons.${reason}`)})
    </>
  )
}

const maxLength = 60

function writePart({ parameter, text }: DroppedPart): string {
  const written = text ? `${parameter}=${text}` : parameter
  return written.length > maxLength ? `${written.slice(0, maxLength)}…` : written
}
