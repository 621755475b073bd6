import { z } from "zod"
import { defineRoute, type Immutable } from "./route"

const byLane = z.strictObject({ person: z.int(), export: z.int(), sync: z.int() })

/** The figures of the quota, as they are answered. */
export const quota = z.strictObject({
  /** Requests a minute that the platform allows the whole company; null where no limit is set. */
  platformLimit: z.int().nullable(),
  /** How many the dashboard makes at most in any `windowSeconds`; null where no limit is set. */
  limit: z.int().nullable(),
  windowSeconds: z.int(),
  used: z.int(),
  usedByLane: byLane,
  waiting: byLane,
  /** Until some person's request can go, 0 where one could now. */
  freeInSeconds: z.int(),
  /** Until a person who comes now can expect a turn, behind those who wait. */
  turnInSeconds: z.int(),
  /** What is left of a pause that the platform asked for, else 0. */
  pausedSeconds: z.int(),
  /** Whether requests are refused at once because the platform does not answer. */
  isDown: z.boolean(),
})
/** The quota as pages see it, over all instances; times in whole seconds from now. */
export type Quota = Immutable<z.output<typeof quota>>

/** How much of the platform's quota everybody together uses. */
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
