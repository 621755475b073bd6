import "server-only"
import { z } from "zod"
import type { KeyedDocuments, Tally } from "../../db"
import { withDeadline } from "../reads/with-deadline"

/** How often an instance gives a sign, and after how long without one it is not counted any more, in seconds. */
const beatSeconds = 10
const aliveSeconds = 60
const maxInstances = 100

/** How long an instance that ends waits for its last sign to be taken back, in milliseconds. */
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

/** What an instance says of itself for all to see; times in milliseconds since 1970, statements and errors of the last hour. */
export interface InstanceSign extends z.output<typeof signSchema> {
  readonly statements: Tally[]
  readonly errors: Tally[]
}

/** An instance that has given a sign lately. */
export interface LivingInstance {
  readonly id: string
  readonly sign: InstanceSign
  /** By the database's clock. */
  readonly seenSecondsAgo: number
}

/** The instances of the dashboard, as each says of itself. */
export interface Instances {
  readonly id: string
  list(): Promise<readonly LivingInstance[]>
  /** Ends the signs, and takes the last one back. */
  stop(): Promise<void>
}

interface InstancesParts {
  readonly id: string
  readonly documents: Pick<KeyedDocuments, "list" | "put" | "remove">
  readonly readSign: () => Promise<InstanceSign>
  /** Told once of signs that cannot be given, until one can again. */
  readonly complain: (error: unknown) => void
  readonly beatMs?: number
}

/** Starts to give signs, among the documents that all instances share. */
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
