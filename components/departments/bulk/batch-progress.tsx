import { useTranslations } from "use-intl"
import { type Batch, batchItemStates } from "@/lib/client"
import { ProgressBar } from "../../ui/progress-bar"
import { QuotaWait } from "../../ui/quota-wait"
import { useDepartmentName } from "../../ui/use-department-name"
import { progressOf } from "./batch-state"

/** How far a batch is, in figures, and which department it is at. */
export function BatchProgress({ batch }: { batch: Batch }) {
  const t = useTranslations("departments.bulk.batch")
  const { all, done } = progressOf(batch)
  const isRunning = batch.state === "running"
  const figures = batchItemStates.flatMap((state) => {
    const count = batch.counts[state] ?? 0
    return count > 0 ? [t(`counts.${state}`, { count })] : []
  })
  const text = t("progress", { done, all })
  return (
    <section aria-label={t("progressLabel")} className="space-y-2">
      <p className="flex flex-wrap gap-x-3 gap-y-1 tabular">
        <span className="font-medium">{text}</span>
        <span className="text-ink-muted">{figures.join(" · ")}</span>
      </p>
      <ProgressBar
        label={t("progressLabel")}
        text={text}
        share={all === 0 ? 1 : done / all}
        moves={isRunning}
      />
      <p role="status" className="sr-only">
        {isRunning ? "" : `${t(`ends.${batch.state}`)} ${figures.join(", ")}`}
      </p>
      {isRunning ? <Current batch={batch} /> : null}
    </section>
  )
}

function Current({ batch }: { batch: Batch }) {
  const t = useTranslations("departments.bulk.batch")
  const nameOf = useDepartmentName()
  const current = batch.items.find(({ state }) => state === "sending")
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-ink-muted text-xs">
      <p>
        {current ? t("current", { name: nameOf(current.recordId) }) : null}{" "}
        <QuotaWait look="line" />
      </p>
      <p>{t("leaving")}</p>
    </div>
  )
}
