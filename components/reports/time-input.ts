import { parseDateTime, type QueryType } from "@/lib/catalogue"

/** True for properties that hold a moment. */
export const isTime = (type: QueryType): boolean => type === "datetime" || type === "datetimeoffset"

const pad = (value: number) => `${value}`.padStart(2, "0")

const printLocal = (date: Date) =>
  `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T` +
  `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`

/** A moment in UTC as the text of a `datetime-local` control, in the runtime's time zone unless it is a wall-clock time. */
export function toTimeInput(utc: string, wallClock: boolean): string {
  const date = new Date(utc)
  if (Number.isNaN(date.getTime())) return utc
  return wallClock ? utc.slice(0, 19) : printLocal(date)
}

/** The text of a `datetime-local` control as a moment in UTC; text that is no time stays as it is, for the grammar to refuse. */
export function fromTimeInput(text: string, wallClock: boolean): string {
  if (wallClock) return text
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return text
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : (parseDateTime(date.toISOString()) ?? text)
}
