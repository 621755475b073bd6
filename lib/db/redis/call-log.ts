import { randomUUID } from "node:crypto"
import type { Redis } from "ioredis"
import { byLane, type CallLogRequest, type CallLogRule } from "../call-log"
import { giveBackScript, pauseScript, readScript, settleScript } from "./call-log-scripts"
import { takeScript } from "./call-log-take"
import { runScript, type Script } from "./script"

/** Keeps the log's name outside Redis, so that a start after Redis has lost everything is noticed. */
export interface EpochMemory {
  read(): Promise<string | undefined>
  write(epoch: string): Promise<void>
}

export interface RedisCallLogOptions {
  readonly redis: Redis
  /** Whose calls they are: each client id has a log of its own. */
  readonly clientId: string
  readonly rule: CallLogRule
  readonly prefix?: string
  readonly memory?: EpochMemory
  /** Milliseconds since 1970 in place of the server's clock, for tests. */
  readonly clock?: () => number
}

/** Milliseconds: how long a lower lane stands back for another instance, one instance for the next, and a silent one keeps its place. */
const patience = { yield: 100, turn: 20, grace: 1000 }
const lanes = ["person", "export", "sync"] as const

/** As `takeScript` builds it. */
type TakeAnswer = [string, number, number, string[], number[], number[], number[], number]
/** As `readScript` builds it. */
type ReadAnswer = [number[], number[], number, number]

/** Keeps the calls of a client id in Redis: one script takes or refuses, by Redis' own clock. */
export function createRedisCallLog(options: RedisCallLogOptions) {
  const { redis, clientId, rule, prefix = "workplace-reporting", memory, clock } = options
  const base = `${prefix}:{calls:${clientId}}`
  const keys = [base, `${base}:log`, `${base}:demand`]
  const instance = randomUUID()
  let known = { epoch: "", seq: 0 }
  let remembered = ""

  const run = (script: Script, ...values: (string | number)[]) => {
    const now = clock?.() ?? ""
    const shared = [rule.limit, rule.windowMs, rule.flightMs, now, rule.reserved ?? 0]
    return runScript(redis, script, keys, [...shared, ...values])
  }

  /** A name that cannot be remembered is written with the next answer: the calls of this one are taken. */
  async function learn(epoch: string, seq: number): Promise<void> {
    known = { epoch, seq: epoch === known.epoch ? Math.max(seq, known.seq) : seq }
    if (epoch === remembered) return
    const written = await memory?.write(epoch).then(
      () => true,
      () => false,
    )
    if (written) remembered = epoch
  }

  return {
    /** Learns which log there was before this process; without `memory` there is nothing to do. */
    async prepare() {
      remembered = (await memory?.read()) ?? ""
      known = { epoch: remembered, seq: 0 }
    },
    async take({ lane, count, demand, persons }: CallLogRequest) {
      const { behind = 0, quiet = 0 } = demand
      const { owners = [], share = "" } = persons ?? {}
      const answer = await run(
        takeScript,
        lanes.indexOf(lane) + 1,
        count,
        instance,
        demand.person - behind,
        demand.export,
        demand.sync,
        behind,
        known.epoch,
        known.seq,
        randomUUID().slice(0, 8),
        patience.yield,
        patience.turn,
        patience.grace,
        quiet,
        share,
        ...owners,
      )
      const [epoch, seq, waitMs, ids, leavesMs, elsewhere, counts, counting] = answer as TakeAnswer
      await learn(epoch, seq)
      const calls = Object.fromEntries(owners.map((owner, place) => [owner, counts[place] ?? 0]))
      const taken = { ids, waitMs, leavesMs, calls, elsewhere: byLane(elsewhere) }
      return counting > 0 ? { ...taken, share: counting } : taken
    },
    async settle(id: string) {
      await run(settleScript, id)
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
      return { used: byLane(used), waiting: byLane(waiting), freeInMs, pausedMs }
    },
  }
}
