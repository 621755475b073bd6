import { type SeriesQuery, ungrouped } from "../catalogue"
import { withoutPattern } from "./exploration-url"

/** The query of a tile, by a saved exploration: all its points as one group, beside what it compares itself. */
export const tileQuery = (query: SeriesQuery): SeriesQuery => ungrouped(withoutPattern(query))
