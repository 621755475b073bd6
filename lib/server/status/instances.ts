import "server-only"
import { z } from "zod"
import type { KeyedDocuments, Tally } from "../../db"
import { withDeadline } from "../reads/with-deadline"

/**
 * The heartbeat interval, and the time after which an instance without one is considered gone, in
 * seconds.
 */
const beatSeconds = 10
const aliveSeconds = 60
const maxInstances = 100

/** How long a stopping instance waits for the removal of its last heartbeat, in milliseconds. */
const endingMs = 500

const kind = "instance"

const tallySchema = z.object({
  name: z.string(),
  count: z.number(),
  failed: z.number(),
  totalMs: z.number(),
  maxMs: z.number(),
  lastAt: z.number(),
})

const signSchema = z.object({
  name: z.string(),
  version: z.string(),
  node: z.string(),
  startedAt: z.number(),
  status: z.enum(["ready", "not_ready", "untried"]),
  impaired: z.array(z.string()),
  draining: z.boolean(),
  statements: z.array(tallySchema),
  errors: z.array(tallySchema),
})

/**
 * What an instance publishes about itself; times in milliseconds since 1970, statements and errors
 * of the last hour.
 */
export interface InstanceSign extends z.output<typeof signSchema> {
  readonly statements: Tally[]
  readonly errors: Tally[]
}

/** An instance with a recent heartbeat. */
export interface LivingInstance {
  readonly id: string
  readonly sign: InstanceSign
  /** By the database's clock. */
  readonly seenSecondsAgo: number
}

/** The running instances, as published by each. */
export interface Instances {
  readonly id: string
  list(): Promise<readonly LivingInstance[]>
  /** Stops the heartbeat and removes the last one. */
  stop(): Promise<void>
}

interface InstancesParts {
  readonly id: string
  readonly documents: Pick<KeyedDocuments, "list" | "put" | "remove">
  readonly readSign: () => Promise<InstanceSign>
  /** Called once when heartbeats start to fail, until one succeeds again. */
  readonly complain: (error: unknown) => void
  readonly beatMs?: number
}

/** Starts the heartbeat, stored among the documents that all instances share. */
export function startInstances({
  id,
  documents,
  readSign,
  complain,
  beatMs = beatSeconds * 1000,
}: InstancesParts): Instances {
  let isSilent = false
  let isStopped = false
  let giving: Promise<void> | undefined

  async function give(): Promise<void> {
    try {
      const sign = await readSign()
      if (isStopped) return
      await documents.put(kind, id, sign, { expiresInSeconds: aliveSeconds })
      isSilent = false
    } catch (error) {
      if (!isSilent) complain(error)
      isSilent = true
    } finally {
      giving = undefined
    }
  }

  const beat = () => {
    giving ??= give()
  }
  beat()
  const timer = setInterval(beat, beatMs).unref()

  return {
    id,
    async list() {
      const found = await documents.list(kind, maxInstances)
      return found.flatMap(({ id: each, value, leftSeconds = 0 }) => {
        const sign = signSchema.safeParse(value)
        if (!sign.success) return []
        const seenSecondsAgo = Math.max(0, Math.round(aliveSeconds - leftSeconds))
        return [{ id: each, sign: sign.data, seenSecondsAgo }]
      })
    },
    async stop() {
      if (isStopped) return
      isStopped = true
      clearInterval(timer)
      const taken = Promise.resolve(giving).then(() => documents.remove(kind, id))
      await withDeadline(taken, endingMs).catch(() => {})
    },
  }
}
