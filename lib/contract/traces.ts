import { z } from "zod"
import { defineRoute, type Immutable } from "./route"

/** The most requests that a page reports at once. */
export const maxPageSpans = 64

/** Nothing lasts longer, or is reported later. */
const milliseconds = z.number().min(0).max(600_000)

const pageSpan = z.strictObject({
  /** As the request's `traceparent` had it. */
  traceId: z.string().regex(/^(?!0{32})[0-9a-f]{32}$/),
  spanId: z.string().regex(/^(?!0{16})[0-9a-f]{16}$/),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  /** 0 where no answer came. */
  status: z.int().min(0).max(599),
  /** How long ago it began, as clocks of browsers differ. */
  agoMs: milliseconds,
  durationMs: milliseconds,
})
/** What a page measured of one of its own requests. */
export type ReportedSpan = Immutable<z.output<typeof pageSpan>>

/** What pages add to the traces of their requests. */
export const tracesContract = {
  reportSpans: defineRoute({
    name: "report-spans",
    method: "POST",
    path: "/api/traces",
    summary: "Add to traces how long a page waited for its requests",
    permission: "signed-in",
    scope: "none",
    body: z.strictObject({ spans: z.array(pageSpan).min(1).max(maxPageSpans) }),
    limit: { bytes: 16 * 1024, values: 8 * maxPageSpans },
    answer: null,
    problems: ["unknown_path"],
    isIdle: true,
  }),
}
