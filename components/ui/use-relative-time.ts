import { useLocale } from "use-intl"
import { relativeTime } from "./relative-time"

/** Says how far a moment is from another one, in the reader's language. */
export function useRelativeTime(): (date: Date, now: Date) => string {
  const locale = useLocale()
  return (date, now) => relativeTime(locale, date, now)
}
