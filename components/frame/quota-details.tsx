import { useTranslations } from "use-intl"
import type { Quota, QuotaPriority, QuotaSnapshot } from "@/lib/client"
import { cn } from "../ui/class-names"
import { useSecondsUntil } from "../ui/use-countdown"
import { type QuotaState, shareOf } from "./quota-state"

const priorities = ["person", "export", "sync"] as const satisfies readonly QuotaPriority[]

const priorityColours = {
  person: "bg-series-1",
  export: "bg-series-2",
  sync: "bg-series-rest",
} as const satisfies Record<QuotaPriority, string>

export interface QuotaDetailsProps {
  readonly snapshot: QuotaSnapshot
  readonly state: QuotaState
}

/** The quota by priority: usage by consumer, the queue, the next slot, and the rule. */
export function QuotaDetails({ snapshot, state }: QuotaDetailsProps) {
  const t = useTranslations("quota")
  const { quota } = snapshot
  const { used, platformLimit, limit, windowSeconds } = quota
  return (
    <div className="grid gap-3 text-sm">
      {platformLimit === null || limit === null ? (
        <p className="font-medium">{t("details.unlimited")}</p>
      ) : (
        <>
          <p className="font-medium tabular">{t("meter.usedLong", { used, platformLimit })}</p>
          <PriorityBar quota={quota} />
          <PriorityTable quota={quota} />
        </>
      )}
      <p className={cn(state === "down" && "text-critical-ink")}>
        <Prospect snapshot={snapshot} state={state} />
      </p>
      {platformLimit === null || limit === null ? null : (
        <p className="border-t pt-3 text-ink-muted text-xs">
          {t("details.note", { platformLimit, limit, windowSeconds })}
        </p>
      )}
    </div>
  )
}

function PriorityBar({ quota }: { quota: Quota }) {
  return (
    <div className="flex h-1.5 gap-px overflow-hidden rounded-sm bg-pressed" aria-hidden="true">
      {priorities.map((priority) => (
        <div
          key={priority}
          className={cn(priorityColours[priority], "transition-[width]")}
          style={{ width: `${shareOf(quota.usedByLane[priority], quota) * 100}%` }}
        />
      ))}
    </div>
  )
}

function PriorityTable({ quota: { usedByLane, waiting } }: { quota: Quota }) {
  const t = useTranslations("quota")
  const figure = "py-0.5 text-right"
  return (
    <table className="w-full">
      <thead className="text-ink-muted text-xs">
        <tr>
          <th scope="col" className="text-left font-normal">
            {t("details.lane")}
          </th>
          <th scope="col" className="text-right font-normal">
            {t("details.used")}
          </th>
          <th scope="col" className="text-right font-normal">
            {t("details.waiting")}
          </th>
        </tr>
      </thead>
      <tbody>
        {priorities.map((priority) => (
          <tr key={priority}>
            <th scope="row" className="py-0.5 text-left font-normal">
              <span
                aria-hidden="true"
                className={cn("mr-2 inline-block size-2 rounded-xs", priorityColours[priority])}
              />
              {t(`lanes.${priority}`)}
            </th>
            <td className={figure}>{usedByLane[priority]}</td>
            <td className={cn(figure, waiting[priority] === 0 && "text-ink-faint")}>
              {waiting[priority]}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** When a request can be sent, with a countdown. */
function Prospect({ snapshot: { quota, at }, state }: QuotaDetailsProps) {
  const t = useTranslations("quota")
  const { pausedSeconds, turnInSeconds, freeInSeconds } = quota
  const wait = { paused: pausedSeconds, waiting: turnInSeconds, calm: freeInSeconds, down: 0 }
  const seconds = useSecondsUntil(at + wait[state] * 1000)
  if (state === "down") return t("details.down")
  if (state === "paused") return t("details.paused", { seconds })
  if (state === "waiting") return t("details.queue", { seconds })
  return freeInSeconds > 0 ? t("details.full", { seconds }) : t("details.free")
}
