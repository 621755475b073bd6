import type { SeriesQuery } from "../catalogue"

/** The query of a tile, by a saved exploration: all its points as one group, beside what it compares itself, else the period before. */
export function tileQuery({ level: _, ...question }: SeriesQuery): SeriesQuery {
  const [first] = question.ranges
  const isAlone = question.ranges.length === 1 && first !== "all"
  return {
    ...question,
    grouping: "none",
    ranges: isAlone ? [first, "previous"] : question.ranges,
  }
}
