import { Info, X } from "lucide-react"
import { useState } from "react"
import { useTranslations } from "use-intl"
import type { Problem } from "@/lib/catalogue"

/** Says quietly what the page did on its own; goes away when told. */
export function Notice({ children }: { children: React.ReactNode }) {
  const t = useTranslations("reports")
  const [dismissed, setDismissed] = useState(false)
  if (dismissed) return null
  return (
    <div
      role="status"
      className="flex items-start gap-2 rounded-md border bg-sunken px-3 py-1.5 text-ink-muted text-xs"
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

/** The parts of the address that could not be meant. */
export function DroppedParts({ notices }: { notices: readonly Problem[] }) {
  const t = useTranslations("reports")
  if (notices.length === 0) return null
  return (
    <Notice>
      {t("notice.dropped", { count: notices.length })}{" "}
      {notices.map((notice) => notice.message).join(" ")}
    </Notice>
  )
}
