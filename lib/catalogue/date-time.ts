const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?(?:([Zz])|([+\- ])(\d{2})(?::?(\d{2}))?)?)?$/

/**
 * Fast path for the usual form, in UTC and on a day that every month has: unchanged except for its
 * ending. Copies read millions of them.
 */
const fallback =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\+00:00|Z)$/

const inRange = (value: number, low: number, high: number) => value >= low && value <= high

/**
 * A date or date-time of ISO 8601 as UTC `YYYY-MM-DDTHH:MM:SS[.1-7 digits]Z`, or undefined
 * (decisions "Filters"). Without an offset it is UTC. A space before an offset is a plus sign that
 * a query string turned into one. Years 0001 to 9999.
 */
export function parseDateTime(text: string): string | undefined {
  if (fallback.test(text)) return `${text.slice(0, 19)}Z`
  const parts = pattern.exec(text)
  if (!parts) return undefined
  const number = (index: number) => Number(parts[index] ?? 0)
  const [year, month, day] = [number(1), number(2), number(3)]
  const [hour, minute, second] = [number(4), number(5), number(6)]
  const [offsetHour, offsetMinute] = [number(10), number(11)]
  const valid =
    year >= 1 &&
    inRange(hour, 0, 23) &&
    inRange(minute, 0, 59) &&
    inRange(second, 0, 59) &&
    inRange(offsetHour * 60 + offsetMinute, 0, 14 * 60) &&
    inRange(offsetMinute, 0, 59)
  if (!valid) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  const offset = (offsetHour * 60 + offsetMinute) * (parts[9] === "-" ? -1 : 1)
  date.setUTCHours(hour, minute - offset, second)
  if (!inRange(date.getUTCFullYear(), 1, 9999)) return undefined
  const fraction = (parts[7] ?? "").replace(/0+$/, "")
  return `${date.toISOString().slice(0, 19)}${fraction && `.${fraction}`}Z`
}
