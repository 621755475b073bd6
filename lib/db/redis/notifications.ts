import type { Redis } from "ioredis"

export interface RedisNotificationsOptions {
  /** Publishes; a second connection like it listens. */
  readonly redis: Redis
  readonly prefix?: string
  /** How often the connection is tried. */
  readonly beatMs?: number
}

const maxBytes = 7000

/** Short messages between processes by publish and subscribe, over a connection that comes back by itself. */
export function createRedisNotifications({
  redis,
  prefix = "workplace-reporting",
  beatMs = 5000,
}: RedisNotificationsOptions) {
  const channel = `${prefix}:notifications`
  const listeners = new Map<string, Set<(text: string) => void>>()
  const gapListeners = new Set<() => void>()
  const subscriber = redis.duplicate({
    connectionName: channel,
    autoResubscribe: false,
    lazyConnect: true,
  })
  let connected = false

  function reportGap() {
    for (const listener of gapListeners) listener()
  }

  /** Whoever keeps what the bus keeps right has to drop it, now and when it is back. */
  function lose() {
    if (!connected) return
    connected = false
    reportGap()
  }

  async function listen() {
    try {
      await subscriber.subscribe(channel)
      connected = true
      reportGap()
    } catch {
      subscriber.disconnect(true)
    }
  }

  function deliver(_channel: string, payload: string) {
    const [topic = ""] = payload.split("\n", 1)
    for (const listener of listeners.get(topic) ?? []) listener(payload.slice(topic.length + 1))
  }

  async function beat() {
    if (!connected) return
    await subscriber.ping().catch(() => subscriber.disconnect(true))
  }

  subscriber.on("error", lose)
  subscriber.on("close", lose)
  subscriber.on("ready", listen)
  subscriber.on("message", deliver)
  subscriber.connect().catch(() => {
    // It goes on trying by itself.
  })
  const heart = setInterval(beat, beatMs).unref()

  return {
    async publish(topic: string, text: string): Promise<void> {
      const payload = `${topic}\n${text}`
      if (Buffer.byteLength(payload) > maxBytes) throw new RangeError("The message is too long.")
      await redis.publish(channel, payload)
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
      clearInterval(heart)
      connected = false
      subscriber.disconnect()
    },
  }
}
