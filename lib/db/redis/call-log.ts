import { randomUUID } from "node:crypto"
import type { Redis } from "ioredis"
import { byPriority, type CallLogRequest, type CallLogRule } from "../call-log"
import { endCallScript, giveBackScript, pauseScript, readScript } from "./call-log-scripts"
import { takeScript } from "./call-log-take"
import { runScript, type Script } from "./script"

/** Saves the log's epoch outside Redis, so that a loss of everything in Redis is noticed. */
export interface EpochMemory {
  read(): Promise<string | undefined>
  write(epoch: string): Promise<void>
}

export interface RedisCallLogOptions {
  readonly redis: Redis
  /** Each client id has a log of its own. */
  readonly clientId: string
  readonly rule: CallLogRule
  readonly prefix?: string
  readonly memory?: EpochMemory
  /** Milliseconds since 1970 in place of the server's clock, for tests. */
  readonly clock?: () => number
}

/** Milliseconds: how long a lower priority yields to another instance, an instance to the next one, and a silent instance keeps its demand. */
const delays = { yield: 100, slot: 20, grace: 1000 }
const priorities = ["person", "export", "sync"] as const

/** What `takeScript` returns. */
type TakeAnswer = [string, number, number, string[], number[], number[], number[], number]
/** What `readScript` returns. */
type ReadAnswer = [number[], number[], number, number]

/** Keeps the calls of a client id in Redis: one script takes or refuses, by Redis' own clock. */
export function createRedisCallLog(options: RedisCallLogOptions) {
  const { redis, clientId, rule, prefix = "workplace-reporting", memory, clock } = options
  const base = `${prefix}:{calls:${clientId}}`
  const keys = [base, `${base}:log`, `${base}:demand`]
  const instance = randomUUID()
  let known = { epoch: "", seq: 0 }
  let savedEpoch = ""

  const run = (script: Script, ...values: (string | number)[]) => {
    const now = clock?.() ?? ""
    const shared = [rule.limit, rule.windowMs, rule.inFlightMs, now, rule.reserved ?? 0]
    return runScript(redis, script, keys, [...shared, ...values])
  }

  /** An epoch that cannot be saved is saved with the next answer, since the calls of this one are taken already. */
  async function learn(epoch: string, seq: number): Promise<void> {
    known = { epoch, seq: epoch === known.epoch ? Math.max(seq, known.seq) : seq }
    if (epoch === savedEpoch) return
    const written = await memory?.write(epoch).then(
      () => true,
      () => false,
    )
    if (written) savedEpoch = epoch
  }

  return {
    /** Reads the epoch that was saved before this process started; without `memory` there is nothing to do. */
    async prepare() {
      savedEpoch = (await memory?.read()) ?? ""
      known = { epoch: savedEpoch, seq: 0 }
    },
    async take({ priority, count, demand, persons }: CallLogRequest) {
      const { overShare = 0, unattended = 0 } = demand
      const { owners = [], share = "" } = persons ?? {}
      const answer = await run(
        takeScript,
        priorities.indexOf(priority) + 1,
        count,
        instance,
        demand.person - overShare,
        demand.export,
        demand.sync,
        overShare,
        known.epoch,
        known.seq,
        randomUUID().slice(0, 8),
        delays.yield,
        delays.slot,
        delays.grace,
        unattended,
        share,
        ...owners,
      )
      const [epoch, seq, waitMs, ids, leavesMs, elsewhere, counts, currentShare] =
        answer as TakeAnswer
      await learn(epoch, seq)
      const calls = Object.fromEntries(owners.map((owner, index) => [owner, counts[index] ?? 0]))
      const result = { ids, waitMs, leavesMs, calls, elsewhere: byPriority(elsewhere) }
      return currentShare > 0 ? { ...result, share: currentShare } : result
    },
    async endCall(id: string) {
      await run(endCallScript, id)
    },
    async giveBack(id: string) {
      await run(giveBackScript, id)
    },
    async pause(ms: number) {
      await run(pauseScript, Math.ceil(ms))
    },
    async read() {
      const answer = (await run(readScript, instance)) as ReadAnswer
      const [used, waiting, freeInMs, pausedMs] = answer
      return { used: byPriority(used), waiting: byPriority(waiting), freeInMs, pausedMs }
    },
  }
}
