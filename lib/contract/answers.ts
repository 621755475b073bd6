import { z } from "zod"
import { defineRoute, type Immutable } from "./route"

const coverage = z.strictObject({
  /** Lists that are copied as a whole, of those that are copied or are to be. */
  whole: z.int().min(0),
  lists: z.int().min(0),
})
/** How much of all records of a kind the copies hold. */
export type Coverage = Immutable<z.output<typeof coverage>>

/**
 * What copies answer over everything at once: all modules, forms, calendars or data sets. The rows
 * themselves are at `/api/answers/{list}` and read as the platform's lists do.
 */
export const answersContract = {
  countAnswers: defineRoute({
    name: "count-answers",
    method: "GET",
    path: "/api/answers/{list}/total",
    summary: "Count the rows that meet the filters, over everything that is copied",
    permission: "signed-in",
    scope: "all",
    parameters: z.object({ list: z.string().max(100) }),
    /** The filters of the list, as for its rows. */
    grammar: z.object({}).catchall(z.string()),
    answer: z.strictObject({
      count: z.int().min(0),
      /** Since then nothing is missing of what is copied as a whole. */
      asOf: z.iso.datetime(),
      coverage,
    }),
    problems: ["unknown_path", "not_copied", "small_groups", "too_many_requests", "took_too_long"],
  }),
}
