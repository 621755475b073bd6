import { type SeriesQuery, ungrouped } from "../catalogue"
import { withoutPattern } from "./exploration-url"

/**
 * The query of a tile for a saved exploration: all its points as one group, with its own
 * comparisons.
 */
export const tileQuery = (query: SeriesQuery): SeriesQuery => ungrouped(withoutPattern(query))
