import {
  addDays,
  dayAt,
  type Measure,
  plainQuestion,
  type SeriesQuestion,
  startOfWeek,
} from "@/lib/catalogue"

const daysBack = 90

/** What a trend asks: a measure of all points, week by week, from the week of 90 days ago until today. */
export function trendQuestion(measure: Measure, zone: string, now: number): SeriesQuestion {
  const today = dayAt(now, zone)
  const from = startOfWeek(addDays(today, -daysBack))
  return { ...plainQuestion, measure, bucket: "week", zone, ranges: [{ from, to: today }] }
}
