import type { SeriesQuestion } from "@/lib/catalogue"

/** What a tile asks of a saved exploration: all its points as one group, beside what it compares itself, else the period before. */
export function tileQuestion({ level: _, ...question }: SeriesQuestion): SeriesQuestion {
  const [first] = question.ranges
  const isAlone = question.ranges.length === 1 && first !== "all"
  return {
    ...question,
    grouping: "none",
    ranges: isAlone ? [first, "previous"] : question.ranges,
  }
}
