import { momentOf, parseDateTime, type QueryType, wallTimeAt } from "@/lib/catalogue"

export const isTime = (type: QueryType): boolean => type === "datetime" || type === "datetimeoffset"

/** A UTC moment as the text of a `datetime-local` control in a time zone. */
export function toTimeInput(utc: string, zone: string): string {
  const ms = Date.parse(utc)
  return Number.isNaN(ms) ? utc : wallTimeAt(ms, zone)
}

const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?)?$/

/**
 * The text of a `datetime-local` control in a time zone as a UTC moment; invalid text is unchanged,
 * for the grammar to refuse. The text lacks fractions of a second and is ambiguous when clocks go
 * back: the first of the `known` moments with the same text wins.
 */
export function fromTimeInput(text: string, zone: string, known: readonly string[] = []): string {
  const moment = readMoment(text, zone)
  return known.find((utc) => readMoment(toTimeInput(utc, zone), zone) === moment) ?? moment
}

function readMoment(text: string, zone: string): string {
  const [, day, minutes = "00:00", seconds = ":00"] = pattern.exec(text) ?? []
  const wall = `${day}T${minutes}${seconds}`
  if (day === undefined || parseDateTime(wall) === undefined) return text
  return parseDateTime(new Date(momentOf(wall, zone)).toISOString()) ?? text
}
