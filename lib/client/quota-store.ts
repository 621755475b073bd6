import { api } from "./api"
import { toProblem } from "./api-problem"
import type { Quota } from "./quota"

/** What was last heard of the quota, and when, on the page's running clock in milliseconds. */
export interface QuotaSight {
  readonly quota: Quota
  readonly at: number
}

const quotaUrl = "/api/quota"
const tryAgainMs = 30_000

/**
 * The quota as it changes, for all parts of a page: one stream of events while somebody subscribes
 * and the page is in sight, since a browser keeps few connections to one origin. `read` gives
 * undefined where nothing is known.
 */
export function createQuotaStore() {
  const listeners = new Set<() => void>()
  let sight: QuotaSight | undefined
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(quota: Quota | undefined) {
    sight = quota && { quota, at: performance.now() }
    for (const listener of listeners) listener()
  }

  function close() {
    clearTimeout(timer)
    timer = undefined
    source?.close()
    source = undefined
  }

  /** Without a stream the figures are asked for, unless the session is over. */
  async function askInstead(refused: EventSource) {
    const outcome = await api.get(quotaUrl).catch(toProblem)
    if (source !== refused) return
    set(outcome instanceof Error ? undefined : outcome)
    const isOver = outcome instanceof Error && outcome.status === 401
    if (!isOver) timer = setTimeout(open, tryAgainMs)
  }

  function open() {
    close()
    if (listeners.size === 0 || document.hidden) return
    const opened = new EventSource(quotaUrl)
    source = opened
    opened.onmessage = ({ data }) => set(JSON.parse(String(data)))
    opened.onerror = () => {
      if (opened.readyState === EventSource.CLOSED) void askInstead(opened)
      else set(undefined)
    }
  }

  return {
    read: () => sight,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (listeners.size === 1) {
        document.addEventListener("visibilitychange", open)
        open()
      }
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        document.removeEventListener("visibilitychange", open)
        close()
      }
    },
  }
}

/** The page's only one. */
export const quotaStore = createQuotaStore()
