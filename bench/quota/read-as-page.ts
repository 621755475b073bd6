import { setTimeout as delay } from "node:timers/promises"

/** The outcome of a person's request for a page. */
export interface Reading {
  /** The milliseconds from request to response, waits included. */
  readonly ms: number
  readonly answered: boolean
  /** The response's status, or why there was none. */
  readonly outcome: string
  /** The response's `x-data-source`, such as `cache`. */
  readonly source?: string
  /** How many responses were 503 with `Retry-After`, after which the person waited. */
  readonly waits: number
  readonly nextUrl?: string
}

interface Attempt extends Omit<Reading, "ms" | "waits"> {
  /** The seconds after which to retry. */
  readonly retryAfter?: number
}

/**
 * Why there was no response: `connection refused` if nobody listens, `cut off` if the connection
 * broke.
 */
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

/**
 * Requests a page and retries after the seconds of each 503, until there is a response or the
 * signal aborts.
 */
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
