import { type WeekUnit, weekCellCount, weekCellSeconds } from "@/lib/catalogue"

interface ShiftedMoment {
  readonly moment: string
  /** The seconds from 1970 to a Monday's midnight by its clocks (`weekCycle`). */
  readonly shift: string
  readonly unit: WeekUnit
}

/** The number of a moment's hour or day by its clocks, which grows with them from week to week. */
export const printClockCell = ({ moment, shift, unit }: ShiftedMoment): string =>
  `((floor(extract(epoch from ${moment}))::int8 + ${shift}) / ${weekCellSeconds(unit)})::int4`

/** The number of a moment's cell in its week; 0 is the first. */
export const printWeekCell = (shifted: ShiftedMoment): string =>
  `(${printClockCell(shifted)} % ${weekCellCount(shifted.unit)})`
