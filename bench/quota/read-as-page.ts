import { setTimeout as delay } from "node:timers/promises"

/** What came of a person's request for a page. */
export interface Reading {
  /** From the request to the answer, waits included, in milliseconds. */
  readonly ms: number
  readonly answered: boolean
  /** The answer's status, or why none came. */
  readonly outcome: string
  /** The answer's `x-data-source`: `cache`. */
  readonly source?: string
  /** How many times the answer was 503 with `Retry-After`, and the person waited. */
  readonly waits: number
  readonly nextUrl?: string
}

interface Attempt extends Omit<Reading, "ms" | "waits"> {
  /** Seconds after which to send it again. */
  readonly retryAfter?: number
}

/** Why no answer came: `ECONNREFUSED` where nobody listens, `cut off` where the connection broke. */
export function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (error instanceof Error && error.name === "AbortError") return "no answer in time"
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : undefined
  if (code === "ECONNREFUSED") return "connection refused"
  return code === undefined ? "failed" : `cut off (${code})`
}

const nextUrlOf = (text: string): string | undefined =>
  (JSON.parse(text) as { nextUrl?: string }).nextUrl

async function attempt(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Attempt> {
  try {
    const answer = await fetch(url, { headers, signal })
    const text = await answer.text()
    const source = answer.headers.get("x-data-source")
    const retryAfter = Number(answer.headers.get("retry-after"))
    const nextUrl = answer.status === 200 ? nextUrlOf(text) : undefined
    return {
      answered: answer.status === 200,
      outcome: `${answer.status}`,
      ...(source && { source }),
      ...(nextUrl && { nextUrl }),
      ...(answer.status === 503 && retryAfter > 0 && { retryAfter }),
    }
  } catch (error) {
    return { answered: false, outcome: causeOf(error) }
  }
}

/** Requests a page, again after as many seconds as a 503 says, until there is an answer or the signal aborts. */
export async function readAsPage(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Reading> {
  const started = performance.now()
  for (let waits = 0; ; waits += 1) {
    const { retryAfter, ...met } = await attempt(url, headers, signal)
    if (retryAfter === undefined) return { ...met, ms: performance.now() - started, waits }
    await delay(retryAfter * 1000, undefined, { signal }).catch(() => {})
  }
}
