import { useCallback } from "react"
import { type DateTimeFormatOptions, useFormatter } from "use-intl"

/** Runtimes place these differently, including server and browser. */
const narrowSpaces = /[\u2009\u202f]/g

/** Formats a range of moments in the reader's language. */
export function useDateRange(): (from: Date, to: Date, options: DateTimeFormatOptions) => string {
  const format = useFormatter()
  return useCallback(
    (from, to, options) => format.dateTimeRange(from, to, options).replaceAll(narrowSpaces, " "),
    [format],
  )
}
