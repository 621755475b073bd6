import type { Pool, PoolClient } from "pg"
import { quoteName } from "./sql"

export interface NotificationsOptions {
  /** One of its connections is held for LISTEN. */
  readonly pool: Pool
  /** Processes with the same channel receive each other's messages. */
  readonly channel?: string
  /** How often the connection is checked. If it is silent for this long, it counts as lost. */
  readonly beatMs?: number
}

/** PostgreSQL's limit is 8,000 bytes. */
const maxBytes = 7000
const retry = { firstMs: 100, maxMs: 5000 }

/**
 * Short messages between processes by LISTEN and NOTIFY, over a connection that reconnects
 * automatically.
 */
export function createNotifications({
  pool,
  channel = "dashboard",
  beatMs = 5000,
}: NotificationsOptions) {
  const listeners = new Map<string, Set<(text: string) => void>>()
  const gapListeners = new Set<() => void>()
  let client: PoolClient | undefined
  let connected = false
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let retryMs = retry.firstMs

  const plan = (work: () => Promise<void>, milliseconds: number) => {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void work(), milliseconds).unref()
  }

  function reportGap() {
    for (const listener of gapListeners) listener()
  }

  function deliver(payload = "") {
    const [topic = ""] = payload.split("\n", 1)
    for (const listener of listeners.get(topic) ?? []) listener(payload.slice(topic.length + 1))
  }

  /** Caches that rely on the bus must be dropped, now and after reconnecting. */
  function lose(lost: PoolClient) {
    if (client !== lost) return
    client = undefined
    connected = false
    lost.release(true)
    reportGap()
    plan(connect, retryMs)
    retryMs = Math.min(2 * retryMs, retry.maxMs)
  }

  async function beat() {
    const beaten = client
    if (!beaten) return
    plan(async () => lose(beaten), beatMs)
    await beaten.query("select 1").catch(() => lose(beaten))
    if (client === beaten) plan(beat, beatMs)
  }

  async function connect() {
    try {
      const fresh = await pool.connect()
      if (closed) return fresh.release()
      client = fresh
      fresh.on("error", () => lose(fresh))
      fresh.on("end", () => lose(fresh))
      fresh.on("notification", ({ payload }) => deliver(payload))
      await fresh.query(`listen ${quoteName(channel)}`)
      if (client !== fresh) return
      connected = true
      retryMs = retry.firstMs
      reportGap()
      plan(beat, beatMs)
    } catch {
      if (client) return lose(client)
      plan(connect, retryMs)
      retryMs = Math.min(2 * retryMs, retry.maxMs)
    }
  }

  void connect()

  return {
    async publish(topic: string, text: string): Promise<void> {
      const payload = `${topic}\n${text}`
      if (Buffer.byteLength(payload) > maxBytes) throw new RangeError("The message is too long.")
      await pool.query("select pg_notify($1, $2)", [channel, payload])
    },
    subscribe(topic: string, listener: (text: string) => void): () => void {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => void known.delete(listener)
    },
    onGap(listener: () => void): () => void {
      gapListeners.add(listener)
      return () => void gapListeners.delete(listener)
    },
    isConnected: () => connected,
    async close(): Promise<void> {
      closed = true
      connected = false
      clearTimeout(timer)
      client?.release(true)
      client = undefined
    },
  }
}
