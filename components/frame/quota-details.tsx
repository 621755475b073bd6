import { useTranslations } from "use-intl"
import type { Quota, QuotaLane, QuotaSight } from "@/lib/client"
import { cn } from "../ui/class-names"
import { useSecondsUntil } from "../ui/use-seconds-until"
import { type QuotaState, shareOf } from "./quota-state"

const lanes = ["person", "export", "sync"] as const satisfies readonly QuotaLane[]

const laneColours = {
  person: "bg-series-1",
  export: "bg-series-2",
  sync: "bg-series-rest",
} as const satisfies Record<QuotaLane, string>

export interface QuotaDetailsProps {
  readonly sight: QuotaSight
  readonly state: QuotaState
}

/** The quota by lane: what is used and by whom, who waits, when it goes on, and what the rule is. */
export function QuotaDetails({ sight, state }: QuotaDetailsProps) {
  const t = useTranslations("quota")
  const { quota } = sight
  const { used, platformLimit, limit, windowSeconds } = quota
  return (
    <div className="grid gap-3 text-sm">
      {platformLimit === null || limit === null ? (
        <p className="font-medium">{t("details.unlimited")}</p>
      ) : (
        <>
          <p className="font-medium tabular">{t("meter.usedLong", { used, platformLimit })}</p>
          <LaneBar quota={quota} />
          <LaneTable quota={quota} />
        </>
      )}
      <p className={cn(state === "down" && "text-critical-ink")}>
        <Prospect sight={sight} state={state} />
      </p>
      {platformLimit === null || limit === null ? null : (
        <p className="border-t pt-3 text-ink-muted text-xs">
          {t("details.note", { platformLimit, limit, windowSeconds })}
        </p>
      )}
    </div>
  )
}

function LaneBar({ quota }: { quota: Quota }) {
  return (
    <div className="flex h-1.5 gap-px overflow-hidden rounded-sm bg-pressed" aria-hidden="true">
      {lanes.map((lane) => (
        <div
          key={lane}
          className={cn(laneColours[lane], "transition-[width]")}
          style={{ width: `${shareOf(quota.usedByLane[lane], quota) * 100}%` }}
        />
      ))}
    </div>
  )
}

function LaneTable({ quota: { usedByLane, waiting } }: { quota: Quota }) {
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
        {lanes.map((lane) => (
          <tr key={lane}>
            <th scope="row" className="py-0.5 text-left font-normal">
              <span
                aria-hidden="true"
                className={cn("mr-2 inline-block size-2 rounded-xs", laneColours[lane])}
              />
              {t(`lanes.${lane}`)}
            </th>
            <td className={figure}>{usedByLane[lane]}</td>
            <td className={cn(figure, waiting[lane] === 0 && "text-ink-faint")}>{waiting[lane]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** When a request can go, counted down between the figures. */
function Prospect({ sight: { quota, at }, state }: QuotaDetailsProps) {
  const t = useTranslations("quota")
  const { pausedSeconds, turnInSeconds, freeInSeconds } = quota
  const wait = { paused: pausedSeconds, waiting: turnInSeconds, calm: freeInSeconds, down: 0 }
  const seconds = useSecondsUntil(at + wait[state] * 1000)
  if (state === "down") return t("details.down")
  if (state === "paused") return t("details.paused", { seconds })
  if (state === "waiting") return t("details.queue", { seconds })
  return freeInSeconds > 0 ? t("details.full", { seconds }) : t("details.free")
}
