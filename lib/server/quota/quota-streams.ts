import "server-only"
import { BffError } from "../http/problem"
import type { QuotaFeed } from "./quota-feed"

/**
 * Maximum number of streams per instance and per person, and how often each stream's session is
 * checked.
 */
export interface StreamRules {
  readonly maxStreams: number
  readonly maxPerPerson: number
  readonly pulseMs: number
}

export const defaultStreams: StreamRules = { maxStreams: 1000, maxPerPerson: 10, pulseMs: 15_000 }

export interface StreamRequest {
  readonly person: string
  /** Whether the person is still signed in; if it rejects, the stream ends too. */
  readonly isSignedIn: () => Promise<boolean>
  /** Aborts when the browser disconnects. */
  readonly signal?: AbortSignal
}

export interface QuotaStreams {
  /**
   * Streams the figures as server-sent events until the session ends; throws `BffError`
   * `too_many_streams`.
   */
  open(request: StreamRequest): Response
  /** Ends every stream and refuses new ones. */
  close(): void
}

const headers = {
  "content-type": "text/event-stream",
  // No proxy may cache, compress or buffer the events.
  "cache-control": "private, no-store, no-transform",
  "x-accel-buffering": "no",
}
const reconnectAfterMs = 5000
const retryAfterSeconds = 30

type Controller = ReadableStreamDefaultController<Uint8Array>

/** Writes events to one browser; if it is too slow, only the newest pending event is sent. */
function createWriter() {
  const encoder = new TextEncoder()
  let controller: Controller | undefined
  let pending = ""
  const flush = () => {
    if (!controller || pending === "" || (controller.desiredSize ?? 0) <= 0) return
    controller.enqueue(encoder.encode(pending))
    pending = ""
  }
  return {
    flush,
    start: (given: Controller) => {
      controller = given
      controller.enqueue(encoder.encode(`retry: ${reconnectAfterMs}\n\n`))
    },
    write(text: string) {
      pending = `data: ${text}\n\n`
      flush()
    },
    pulse() {
      if ((controller?.desiredSize ?? 0) > 0) controller?.enqueue(encoder.encode(":\n\n"))
    },
    end() {
      controller?.close()
      controller = undefined
    },
    leave() {
      controller = undefined
    },
  }
}

/** Manages the open streams of one instance, which share one watch. */
export function createQuotaStreams(
  feed: Pick<QuotaFeed, "watch">,
  { maxStreams, maxPerPerson, pulseMs }: StreamRules = defaultStreams,
): QuotaStreams {
  const open = new Map<() => void, string>()
  let closed = false

  function requireFreeStream(person: string) {
    const own = [...open.values()].filter((owner) => owner === person).length
    if (closed || open.size >= maxStreams || own >= maxPerPerson)
      throw new BffError("too_many_streams", { retryAfter: retryAfterSeconds })
  }

  return {
    open({ person, isSignedIn, signal }) {
      requireFreeStream(person)
      const writer = createWriter()
      const release = () => {
        open.delete(end)
        clearInterval(timer)
        unwatch()
        signal?.removeEventListener("abort", end)
      }
      const end = () => {
        release()
        writer.end()
      }
      const checkSession = async () => {
        writer.pulse()
        if (!(await isSignedIn().catch(() => false))) end()
      }
      const timer = setInterval(checkSession, pulseMs)
      timer.unref()
      open.set(end, person)
      const body = new ReadableStream<Uint8Array>(
        {
          start: writer.start,
          pull: writer.flush,
          cancel() {
            writer.leave()
            release()
          },
        },
        { highWaterMark: 4 },
      )
      const unwatch = feed.watch(writer.write)
      signal?.addEventListener("abort", end, { once: true })
      return new Response(body, { headers })
    },
    close() {
      closed = true
      for (const end of [...open.keys()]) end()
    },
  }
}
