import { personHeader } from "./page-person"

/** Says of a page which share of its requests begin a trace that is recorded; not there where none are. */
export const traceRatioName = "trace-ratio"

const tracesUrl = "/api/traces"
/** As many as the backend takes at once; what comes beyond them before they are sent is left out. */
const maxSpans = 64
const sendAfterMs = 5000
/** What lasted longer is no request that somebody waited for. */
const maxMs = 600_000

interface Measured {
  readonly traceId: string
  readonly spanId: string
  readonly method: string
  readonly status: number
  readonly startedAt: number
  readonly durationMs: number
}

let ratio: number | undefined
let waiting: Measured[] = []
let timer: ReturnType<typeof setTimeout> | undefined

function readRatio(): number {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${traceRatioName}"]`)?.content
  return text === undefined ? 0 : Number(text)
}

/** Random bytes in hexadecimal digits, never all zero. */
function randomId(bytes: number): string {
  const made = crypto.getRandomValues(new Uint8Array(bytes))
  made[0] = (made[0] ?? 0) || 1
  return [...made].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

function send(): void {
  clearTimeout(timer)
  timer = undefined
  const now = performance.now()
  const spans = waiting
    .map(({ startedAt, ...span }) => ({ ...span, agoMs: Math.round(now - startedAt) }))
    .filter(({ agoMs, durationMs }) => agoMs <= maxMs && durationMs <= maxMs)
  waiting = []
  if (spans.length === 0) return
  fetch(tracesUrl, {
    method: "POST",
    headers: {
      "x-requested-with": "dashboard",
      "content-type": "application/json",
      ...personHeader(),
    },
    body: JSON.stringify({ spans }),
    credentials: "same-origin",
    redirect: "error",
    keepalive: true,
  }).catch(() => {})
}

function collect(span: Measured): void {
  if (waiting.length >= maxSpans) return
  if (waiting.length === 0 && timer === undefined) {
    timer = setTimeout(send, sendAfterMs)
    addEventListener("pagehide", send, { once: true })
  }
  waiting.push(span)
}

/** A request of a page that begins a trace. */
export interface PageTrace {
  readonly headers: { readonly traceparent: string }
  /** With the status of its answer, 0 where none came. */
  end(status: number): void
}

/** Begins a trace for a request of this page; undefined where none are recorded. What is not recorded says so to the backend as well. */
export function startPageTrace(method: string): PageTrace | undefined {
  ratio ??= typeof document === "undefined" ? 0 : readRatio()
  if (!(ratio > 0)) return undefined
  const isRecorded = Math.random() < ratio
  const [traceId, spanId] = [randomId(16), randomId(8)]
  const startedAt = performance.now()
  return {
    headers: { traceparent: `00-${traceId}-${spanId}-${isRecorded ? "01" : "00"}` },
    end(status) {
      const durationMs = Math.round(performance.now() - startedAt)
      if (isRecorded) collect({ traceId, spanId, method, status, startedAt, durationMs })
    },
  }
}

/** Sends a request of this page as a trace of its own, where traces are recorded. */
export async function fetchTraced(url: string, init: RequestInit): Promise<Response> {
  const trace = startPageTrace(init.method ?? "GET")
  if (!trace) return fetch(url, init)
  try {
    const headers = { ...(init.headers as Record<string, string>), ...trace.headers }
    const answer = await fetch(url, { ...init, headers })
    trace.end(answer.status)
    return answer
  } catch (error) {
    trace.end(0)
    throw error
  }
}
