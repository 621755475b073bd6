import type { Row } from "@/lib/catalogue"
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
