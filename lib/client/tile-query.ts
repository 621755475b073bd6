import { type SeriesQuery, ungrouped } from "../catalogue"
import { withoutPattern } from "./exploration-url"

/** The query of a tile, by a saved exploration: all its points as one group, beside what it compares itself, else the period before. */
export function tileQuery(query: SeriesQuery): SeriesQuery {
  const question = ungrouped(withoutPattern(query))
  const [first] = question.ranges
  const isAlone = question.ranges.length === 1 && first !== "all"
  return {
    ...question,
    ranges: isAlone ? [first, "previous"] : question.ranges,
  }
}
