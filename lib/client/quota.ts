import { z } from "zod"
import { ApiProblem, readProblem } from "./api-problem"

const byLaneSchema = z.object({ person: z.number(), export: z.number(), sync: z.number() })

const quotaSchema = z.object({
  platformLimit: z.number().nullable(),
  limit: z.number().nullable(),
  windowSeconds: z.number(),
  used: z.number(),
  usedByLane: byLaneSchema,
  waiting: byLaneSchema,
  freeInSeconds: z.number(),
  turnInSeconds: z.number(),
  pausedSeconds: z.number(),
  isDown: z.boolean(),
})

/** How much of the platform's quota everybody together uses; times in whole seconds from then. */
export type Quota = z.infer<typeof quotaSchema>

/** Who a request is for: a person at a page, an export, the background. */
export type QuotaLane = keyof Quota["usedByLane"]

export const quotaUrl = "/api/quota"

/** The quota of an event's text, or undefined where it is none. */
export function parseQuota(text: string): Quota | undefined {
  try {
    return quotaSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The quota as it stands; throws `ApiProblem`. */
export async function fetchQuota(): Promise<Quota | undefined> {
  const answer = await fetch(quotaUrl, {
    headers: { accept: "application/json" },
    credentials: "same-origin",
    redirect: "error",
    cache: "no-store",
  })
  if (!answer.ok) throw new ApiProblem(await readProblem(answer))
  return parseQuota(await answer.text())
}
