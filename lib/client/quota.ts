import { ApiProblem, readProblem } from "./api-problem"
import { flag, nullable, number, type Shaped, shape } from "./shape"

const byLane = shape({ person: number, export: number, sync: number })

const quotaShape = shape({
  platformLimit: nullable(number),
  limit: nullable(number),
  windowSeconds: number,
  used: number,
  usedByLane: byLane,
  waiting: byLane,
  freeInSeconds: number,
  turnInSeconds: number,
  pausedSeconds: number,
  isDown: flag,
})

/** How much of the platform's quota everybody together uses; times in whole seconds from then. */
export type Quota = Shaped<typeof quotaShape>

/** Who a request is for: a person at a page, an export, the background. */
export type QuotaLane = keyof Quota["usedByLane"]

export const quotaUrl = "/api/quota"

/** The quota of an event's text, or undefined where it is none. */
export function parseQuota(text: string): Quota | undefined {
  try {
    return quotaShape.read(JSON.parse(text))
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
