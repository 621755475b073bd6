import type { SeriesAnswer, SeriesQuestion } from "@/lib/catalogue"

const lettersOf = (ranges: SeriesAnswer["ranges"]) =>
  ranges.flatMap(({ lines }) => lines.map(({ states }) => states)).join("")

/** Whether there are points, but of nowhere enough people to tell of any. */
export const isHidden = ({ least, ranges }: Pick<SeriesAnswer, "least" | "ranges">): boolean => {
  const letters = lettersOf(ranges)
  return least !== undefined && letters.includes("s") && !/[vp]/.test(letters)
}

/** Whether no cell has a value, and none will have or hides one. */
export const isEmpty = ({ ranges }: Pick<SeriesAnswer, "ranges">): boolean =>
  /^[meba]*$/.test(lettersOf(ranges))

/** Whether there are points, though none has a value. */
export const hasValuelessPoints = ({ ranges }: Pick<SeriesAnswer, "ranges">): boolean =>
  lettersOf(ranges).includes("e")

/** The questions in which there may be something where one has nothing. */
export function waysOutOfNothing(question: SeriesQuestion) {
  const { within, filters, ...unfiltered } = question
  const ways: { name: "allDays" | "noFilters"; question: SeriesQuestion }[] = []
  const isFiltered = within !== undefined || filters.length > 0
  if (isFiltered) ways.push({ name: "noFilters", question: { ...unfiltered, filters: [] } })
  if (question.ranges[0] !== "all")
    ways.push({ name: "allDays", question: { ...question, ranges: ["all"] } })
  return { isFiltered, ways }
}
