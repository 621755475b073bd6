import { offsetAt, parseDateTime } from "../../catalogue"
import type { SheetDate } from "./sheet-xml"

const dayMs = 86_400_000
const quarterMs = 900_000
const daysTo1970 = 25_569
/**
 * Before 1 March 1900, spreadsheet programs count a day that never existed; they end with the year
 * 9999.
 */
const firstDay = 61
const lastDay = 2_958_466
const maxOffsets = 10_000

export interface SheetDates {
  /** A moment as local time in the zone; undefined if a spreadsheet cannot represent it. */
  readonly moment: (text: string) => SheetDate | undefined
  /** A time without a zone, unchanged. */
  readonly wallClock: (text: string) => SheetDate | undefined
}

/**
 * Some readers truncate below a millisecond: a fraction that is not exactly representable is
 * rounded up, by at most 0.1 ms.
 */
const upTo = 1e9

const toSheet = (wallMs: number): SheetDate | undefined => {
  const days = Math.ceil((wallMs / dayMs + daysTo1970) * upTo) / upTo
  return days >= firstDay && days < lastDay ? { days } : undefined
}

/** The local time of a spreadsheet date, expressed as UTC. */
export const wallTime = ({ days }: SheetDate): Date =>
  new Date(Math.round((days - daysTo1970) * dayMs))

/**
 * Converts times to spreadsheet dates in a time zone. Zones only change their offset on quarter
 * hours, so offsets are cached per quarter hour.
 */
export function createSheetDates(zone: string): SheetDates {
  const offsets = new Map<number, number>()
  const offsetOf = (ms: number) => {
    const quarter = Math.floor(ms / quarterMs)
    const known = offsets.get(quarter)
    if (known !== undefined) return known
    const offset = offsetAt(quarter * quarterMs, zone)
    if (offsets.size >= maxOffsets) offsets.clear()
    offsets.set(quarter, offset)
    return offset
  }
  const read = (text: string, wallMsOf: (ms: number) => number) => {
    const utc = parseDateTime(text)
    return utc === undefined ? undefined : toSheet(wallMsOf(Date.parse(utc)))
  }
  return {
    moment: (text) => read(text, (ms) => ms + offsetOf(ms)),
    wallClock: (text) => read(text, (ms) => ms),
  }
}
