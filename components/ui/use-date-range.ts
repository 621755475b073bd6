import { useCallback } from "react"
import { type DateTimeFormatOptions, useFormatter } from "use-intl"

/** Runtimes disagree on where they write them, server and browser among them. */
const narrowSpaces = /[\u2009\u202f]/g

/** Says from which moment to which, in the reader's language. */
export function useDateRange(): (from: Date, to: Date, options: DateTimeFormatOptions) => string {
  const format = useFormatter()
  return useCallback(
    (from, to, options) => format.dateTimeRange(from, to, options).replaceAll(narrowSpaces, " "),
    [format],
  )
}
