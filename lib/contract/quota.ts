import { z } from "zod"
import { defineRoute, type Immutable } from "./route"

const byLane = z.strictObject({ person: z.int(), export: z.int(), sync: z.int() })

export const quota = z.strictObject({
  /** Requests per minute that the platform allows the whole company. Null if no limit is set. */
  platformLimit: z.int().nullable(),
  /** Maximum requests of the dashboard in any `windowSeconds`. Null if no limit is set. */
  limit: z.int().nullable(),
  windowSeconds: z.int(),
  used: z.int(),
  usedByLane: byLane,
  waiting: byLane,
  /** Until a person's request could go, 0 if one could go now. */
  freeInSeconds: z.int(),
  /** Expected wait for a person who arrives now, after those already waiting. */
  turnInSeconds: z.int(),
  /** Remaining pause requested by the platform, else 0. */
  pausedSeconds: z.int(),
  /** Whether requests are refused at once because the platform does not respond. */
  isDown: z.boolean(),
})
/** The quota across all instances. Times are in whole seconds from now. */
export type Quota = Immutable<z.output<typeof quota>>

/** Total use of the platform's quota. */
export const quotaContract = {
  readQuota: defineRoute({
    name: "quota",
    method: "GET",
    path: "/api/quota",
    summary: "Read the quota's figures, once or as server-sent events",
    permission: "signed-in",
    scope: "none",
    answer: quota,
    files: ["text/event-stream"],
    problems: ["too_many_streams"],
    isIdle: true,
  }),
}
