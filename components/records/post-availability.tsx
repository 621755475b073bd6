"use client"

import { useFormatter, useNow, useTimeZone, useTranslations } from "use-intl"
import { parseDateTime, type Row } from "@/lib/catalogue"
import { Badge, type BadgeTone } from "../ui/badge"
import { Card, CardBody, CardHead } from "../ui/card"
import { dateTimeFormat } from "../ui/date-time-format"
import {
  type AvailabilityBound,
  type AvailabilityState,
  availabilityAt,
  availabilityOf,
  momentOfBound,
} from "./availability"

const tones: Readonly<Record<AvailabilityState, BadgeTone>> = {
  coming: "caution",
  now: "positive",
  over: "neutral",
  unknown: "outline",
}

/** When a post is available, by whose clock, and whether its reader finds it now (specification 2.2 rule 1). */
export function PostAvailability({ post }: { post: Row }) {
  const t = useTranslations("records")
  const zone = useTimeZone() ?? "UTC"
  const availability = availabilityOf(post)
  const { from, until } = availability
  const state = availabilityAt(availability, zone, useNow().getTime())
  const ends = [
    ["from", from, t("availability.noStart")],
    ["until", until, t("availability.noEnd")],
  ] as const
  return (
    <Card aria-label={t("availability.title")}>
      <CardHead title={t("availability.title")}>
        <Badge tone={tones[state]} suppressHydrationWarning>
          {t(`availability.state.${state}`)}
        </Badge>
      </CardHead>
      <CardBody>
        {from || until ? (
          <dl className="grid grid-cols-[4rem_minmax(0,1fr)] gap-y-3">
            {ends.map(([name, bound, absent]) => (
              <div key={name} className="contents">
                <dt className="text-ink-muted">{t(`availability.${name}`)}</dt>
                <dd>
                  {bound ? (
                    <Bound bound={bound} reader={zone} />
                  ) : (
                    <span className="text-ink-muted">{absent}</span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="text-ink-muted">{t("availability.always")}</p>
        )}
      </CardBody>
    </Card>
  )
}

function Bound({ bound, reader }: { bound: AvailabilityBound; reader: string }) {
  const t = useTranslations("records")
  const format = useFormatter()
  const utc = parseDateTime(bound.time)
  const moment = momentOfBound(bound, reader)
  const written = utc
    ? format.dateTime(new Date(utc), { ...dateTimeFormat, timeZone: "UTC" })
    : bound.time
  const mine = moment === undefined ? undefined : format.dateTime(moment, dateTimeFormat)
  return (
    <>
      <time dateTime={bound.time} title={bound.time}>
        {written}
      </time>
      <span className="block text-ink-faint text-xs">
        {bound.zone
          ? t("availability.zone", { zone: bound.zone })
          : t("availability.readersZone", { zone: reader })}
      </span>
      {mine !== undefined && mine !== written ? (
        <span className="block text-ink-faint text-xs">
          {t("event.yourTime")}: {mine}
        </span>
      ) : null}
    </>
  )
}
