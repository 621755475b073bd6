import { isTimeZone, momentOf, type Row } from "@/lib/catalogue"
import { textAt } from "./read-field"

/** An end of a post's availability: a time of day as it is read in `zone`, or in each reader's own zone. */
export interface AvailabilityBound {
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

/** When a post is available, and by whose clock (specification 2.2 rule 1). */
export function availabilityOf(post: Row): Availability {
  const from = boundOf(post, "availableFrom", "startDateTimeZone")
  const until = boundOf(post, "availableUntil", "endDateTimeZone")
  return { ...(from && { from }), ...(until && { until }) }
}

const wallTime = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?))?/

/** The moment of an end for somebody in `reader`, an IANA zone; undefined where its time or its own zone cannot be read. */
export function momentOfBound({ time, zone }: AvailabilityBound, reader: string) {
  const [, day, clock = "00:00"] = wallTime.exec(time) ?? []
  const place = zone ?? reader
  if (day === undefined || !isTimeZone(place)) return undefined
  const ms = momentOf(`${day}T${clock}`, place)
  return Number.isNaN(ms) ? undefined : ms
}

/** Whether somebody in `reader` finds the post at a moment: `unknown` where an end that decides cannot be read. */
export type AvailabilityState = "coming" | "now" | "over" | "unknown"

/** The state of a post at `now`, in milliseconds, for somebody in the zone `reader` (specification 2.2 rule 1). */
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
