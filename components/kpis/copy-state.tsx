import { useTranslations } from "use-intl"
import type { SyncStatus } from "@/lib/client"
import { DateTime } from "../ui/date-time"
import { CopyProgress } from "./copy-progress"

/** How fresh the copy is, and how far a first copy has come. */
export function CopyState({ name, copy }: { name: string; copy: SyncStatus }) {
  const t = useTranslations("kpis.copy")
  if (!copy.isComplete)
    return (
      <div className="grid max-w-md gap-1">
        <span>{t("growing")}</span>
        {copy.run ? <CopyProgress name={name} run={copy.run} /> : null}
      </div>
    )
  return (
    <span className="inline-flex flex-wrap gap-x-1.5 text-xs">
      {t("rows", { count: copy.rows })}
      {copy.syncedUntil ? (
        <>
          <span aria-hidden="true">·</span>
          {t("asOf")} <DateTime value={copy.syncedUntil} relative />
        </>
      ) : null}
    </span>
  )
}
