import { offsetAt, parseDateTime } from "../../catalogue"
import type { SheetDate } from "./sheet-xml"

const dayMs = 86_400_000
const quarterMs = 900_000
const daysTo1970 = 25_569
/** Before 1 March 1900 spreadsheets count a day that never was; they end with the year 9999. */
const firstDay = 61
const lastDay = 2_958_466
const maxOffsets = 10_000

export interface SheetDates {
  /** A moment as the zone's clocks show it; undefined where no spreadsheet can hold it. */
  readonly moment: (text: string) => SheetDate | undefined
  /** A time without a zone, as it stands. */
  readonly wallClock: (text: string) => SheetDate | undefined
}

/** Some readers cut what is under a millisecond: a fraction that cannot be written whole is rounded up, by 0.1 ms at most. */
const upTo = 1e9

const toSheet = (wallMs: number): SheetDate | undefined => {
  const days = Math.ceil((wallMs / dayMs + daysTo1970) * upTo) / upTo
  return days >= firstDay && days < lastDay ? { days } : undefined
}

/** What the clocks show at a spreadsheet's date, as if they were UTC's. */
export const wallTime = ({ days }: SheetDate): Date =>
  new Date(Math.round((days - daysTo1970) * dayMs))

/** Turns times into a spreadsheet's dates in a time zone; zones change their clocks at whole quarters of an hour, so offsets are remembered by these. */
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
