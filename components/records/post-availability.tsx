"use client"

import { useFormatter, useNow, useTimeZone, useTranslations } from "use-intl"
import { isTimeZone, momentOf, parseDateTime, type Row } from "@/lib/catalogue"
import { Badge, type BadgeTone } from "../ui/badge"
import { Card, CardBody, CardHead } from "../ui/card"
import { dateTimeFormat } from "../ui/date-time-format"
import { textAt } from "./read-field"

/** One bound of a post's availability: a local time in `zone`, or in each reader's own zone. */
interface AvailabilityBound {
  readonly time: string
  readonly zone?: string
}

export interface Availability {
  readonly from?: AvailabilityBound
  readonly until?: AvailabilityBound
}

function boundOf(post: Row, time: string, zone: string): AvailabilityBound | undefined {
  const at = textAt(post, time)
  const named = textAt(post, zone)
  return at === undefined ? undefined : { time: at, ...(named !== undefined && { zone: named }) }
}

/** When a post is available, and in whose time zone (specification 2.2 rule 1). */
export function availabilityOf(post: Row): Availability {
  const from = boundOf(post, "availableFrom", "startDateTimeZone")
  const until = boundOf(post, "availableUntil", "endDateTimeZone")
  return { ...(from && { from }), ...(until && { until }) }
}

const wallTime = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/

/** The moment of a bound for a reader in an IANA zone; undefined if its time or zone is invalid. */
export function momentOfBound({ time, zone }: AvailabilityBound, reader: string) {
  const [, day, clock = "00:00"] = wallTime.exec(time) ?? []
  const zoneName = zone ?? reader
  if (day === undefined || !isTimeZone(zoneName)) return undefined
  const ms = momentOf(`${day}T${clock}`, zoneName)
  return Number.isNaN(ms) ? undefined : ms
}

/** The availability for a reader in a zone; `unknown` if a decisive bound is invalid. */
type AvailabilityState = "coming" | "now" | "over" | "unknown"

/**
 * The state of a post at `now`, in milliseconds, for a reader in a zone (specification 2.2 rule 1).
 */
export function availabilityAt(
  { from, until }: Availability,
  reader: string,
  now: number,
): AvailabilityState {
  const [start, end] = [from, until].map((bound) => bound && momentOfBound(bound, reader))
  if (start !== undefined && now < start) return "coming"
  if (end !== undefined && now >= end) return "over"
  if ((from && start === undefined) || (until && end === undefined)) return "unknown"
  return "now"
}

const tones: Readonly<Record<AvailabilityState, BadgeTone>> = {
  coming: "caution",
  now: "positive",
  over: "neutral",
  unknown: "outline",
}

/**
 * A post's availability, its time zone, and its current state for the reader (specification 2.2
 * rule 1).
 */
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
