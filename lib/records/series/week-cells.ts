import { type WeekUnit, weekCellCount, weekCellSeconds } from "@/lib/catalogue"

interface ShiftedMoment {
  readonly moment: string
  /** Seconds from 1970 to a Monday's midnight in local time (`weekCycle`). */
  readonly shift: string
  readonly unit: WeekUnit
}

/** The index of a moment's hour or day in local time, increasing from week to week. */
export const printClockCell = ({ moment, shift, unit }: ShiftedMoment): string =>
  `((floor(extract(epoch from ${moment}))::int8 + ${shift}) / ${weekCellSeconds(unit)})::int4`

/** The index of a moment's cell in its week, 0 for the first. */
export const printWeekCell = (shifted: ShiftedMoment): string =>
  `(${printClockCell(shifted)} % ${weekCellCount(shifted.unit)})`
