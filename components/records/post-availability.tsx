import type { Row } from "@/lib/catalogue"
import { translator } from "@/lib/client/messages"
import { Card, CardBody, CardHead } from "../ui/card"
import { type AvailabilityBound, availabilityOf } from "./availability"
import { LocalTime } from "./local-time"

/** When a post is available, and by whose clock (specification 2.2 rule 1). */
export function PostAvailability({ post }: { post: Row }) {
  const t = translator("records")
  const { from, until } = availabilityOf(post)
  return (
    <Card aria-label={t("availability.title")}>
      <CardHead title={t("availability.title")} />
      <CardBody>
        {from || until ? (
          <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-y-2">
            <dt className="text-ink-muted">{t("availability.from")}</dt>
            <dd>
              <Bound bound={from} absent={t("availability.noStart")} />
            </dd>
            <dt className="text-ink-muted">{t("availability.until")}</dt>
            <dd>
              <Bound bound={until} absent={t("availability.noEnd")} />
            </dd>
          </dl>
        ) : (
          <p className="text-ink-muted">{t("availability.always")}</p>
        )}
      </CardBody>
    </Card>
  )
}

function Bound({ bound, absent }: { bound: AvailabilityBound | undefined; absent: string }) {
  const t = translator("records")
  if (!bound) return <span className="text-ink-faint">{absent}</span>
  return (
    <>
      <LocalTime value={bound.time} />
      <span className="block text-ink-faint text-xs">
        {bound.zone ? t("availability.zone", { zone: bound.zone }) : t("availability.readersZone")}
      </span>
    </>
  )
}
