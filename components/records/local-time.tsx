import { createFormatter } from "use-intl/core"
import { parseDateTime } from "@/lib/catalogue"
import { locale } from "@/lib/client/messages"
import { dateTimeFormat } from "../ui/date-time-format"

const format = createFormatter({ locale, timeZone: "UTC" })

/** A time of day without a zone, written as it stands. */
export function LocalTime({ value }: { value: string }) {
  const utc = parseDateTime(value)
  return (
    <time dateTime={value} title={value}>
      {utc ? format.dateTime(new Date(utc), dateTimeFormat) : value}
    </time>
  )
}
