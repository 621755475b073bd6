import { randomUUID } from "node:crypto"
import type { Redis } from "ioredis"
import type { AnswerAddress, AnswerStore } from "../answer-store"
import { extendScript, openScript, putScript, releaseScript } from "./answer-scripts"
import { runScript } from "./script"

export interface RedisAnswerStoreOptions {
  readonly redis: Redis
  readonly prefix?: string
  /** What may be held in all, 256 MiB unless told otherwise. */
  readonly maxBytes?: number
}

/** As `openScript` builds it; the last five are there where an answer is. */
type OpenAnswer = [string, number, number, string?, string?, number?, number?, number?]

function readAnswer([, , , text, asOf, freshMs = 0, staleMs = 0, staleIfErrorMs = 0]: OpenAnswer) {
  if (text === undefined) return undefined
  return { body: Buffer.from(text), asOf: Number(asOf), freshMs, staleMs, staleIfErrorMs }
}

/** Answers that all instances share, in Redis and by its clock; each step is one script. */
export function createRedisAnswerStore({
  redis,
  prefix = "workplace-reporting",
  maxBytes = 256 * 1024 * 1024,
}: RedisAnswerStoreOptions): AnswerStore & { prepare(): Promise<void> } {
  const base = `${prefix}:{answers}`
  const answerBase = `${base}:answer:`
  const versionKey = (tag: string) => `${base}:generation:${tag}`
  const leaseKey = ({ priority, key }: AnswerAddress) => `${base}:claim:${priority}:${key}`
  const addressKeys = (address: AnswerAddress) => [
    `${answerBase}${address.key}`,
    versionKey(address.tag),
    leaseKey(address),
  ]
  const totals = [`${base}:ends`, `${base}:sizes`, `${base}:size`]
  /** Where this process's leases are. */
  const leased = new Map<string, string>()
  const whole = (milliseconds: number) => Math.ceil(milliseconds)

  return {
    async prepare() {},
    async open(address, { accept, withinMs, lease, leaseMs }) {
      const within = withinMs === undefined ? "" : whole(withinMs)
      const values = [accept === "stale" ? 1 : 0, within, lease, whole(leaseMs), randomUUID()]
      const opened = (await runScript(
        redis,
        openScript,
        addressKeys(address),
        values,
      )) as OpenAnswer
      const answer = readAnswer(opened)
      if (opened[2] === 1) leased.set(lease, leaseKey(address))
      return {
        version: opened[0],
        isAcceptable: opened[1] === 1,
        isLeased: opened[2] === 1,
        ...(answer && { answer }),
      }
    },
    async put(address, answer, given) {
      leased.delete(given.lease)
      const { body, asOf, freshMs, staleMs, staleIfErrorMs } = answer
      const left = [freshMs, staleMs, staleIfErrorMs].map(whole)
      const size = [address.key, body.byteLength, maxBytes, answerBase]
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      const values = [given.version, bytes, asOf, ...left, given.lease, ...size]
      await runScript(redis, putScript, [...addressKeys(address), ...totals], values)
    },
    async release(address, lease) {
      leased.delete(lease)
      await runScript(redis, releaseScript, [leaseKey(address)], [lease])
    },
    /** It is no longer found, and goes when its time is over. */
    async remove({ key }) {
      await redis.hdel(`${answerBase}${key}`, "generation")
    },
    async extend(leases, leaseMs) {
      const known = leases.flatMap((lease) => {
        const key = leased.get(lease)
        return key === undefined ? [] : [{ lease, key }]
      })
      await Promise.all(
        known.map(({ lease, key }) =>
          runScript(redis, extendScript, [key], [lease, whole(leaseMs)]),
        ),
      )
    },
    /** What was stored before is no longer found, and goes when its time is over. */
    async invalidate(tag) {
      await redis.set(versionKey(tag), randomUUID())
    },
  }
}
