import { randomUUID } from "node:crypto"
import type { Redis } from "ioredis"
import { extendScript, openScript, putScript, releaseScript } from "./answer-scripts"
import { runScript } from "./script"

interface Place {
  readonly key: string
  readonly tag: string
  readonly lane: string
}

interface Answer {
  readonly text: string
  readonly asOf: number
  readonly freshMs: number
  readonly staleMs: number
  readonly keptMs: number
}

interface Demand {
  readonly accept: "stale" | "fresh"
  readonly withinMs?: number
  readonly claim: string
  readonly claimMs: number
}

export interface RedisAnswerStoreOptions {
  readonly redis: Redis
  readonly prefix?: string
  /** What may be held in all, 256 MiB unless told otherwise. */
  readonly maxBytes?: number
}

/** As `openScript` builds it; the last five are there where an answer is. */
type OpenAnswer = [string, number, number, string?, string?, number?, number?, number?]

function readAnswer([, , , text, asOf, freshMs = 0, staleMs = 0, keptMs = 0]: OpenAnswer) {
  if (text === undefined) return undefined
  return { text, asOf: Number(asOf), freshMs, staleMs, keptMs }
}

/** Answers that all instances share, in Redis and by its clock; each step is one script. */
export function createRedisAnswerStore({
  redis,
  prefix = "workplace-reporting",
  maxBytes = 256 * 1024 * 1024,
}: RedisAnswerStoreOptions) {
  const base = `${prefix}:{answers}`
  const answerBase = `${base}:answer:`
  const generationKey = (tag: string) => `${base}:generation:${tag}`
  const claimKey = ({ lane, key }: Place) => `${base}:claim:${lane}:${key}`
  const placeKeys = (place: Place) => [
    `${answerBase}${place.key}`,
    generationKey(place.tag),
    claimKey(place),
  ]
  const totals = [`${base}:ends`, `${base}:sizes`, `${base}:size`]
  /** Where this process's claims are. */
  const claimed = new Map<string, string>()
  const whole = (milliseconds: number) => Math.ceil(milliseconds)

  return {
    async prepare(): Promise<void> {},
    async open(place: Place, { accept, withinMs, claim, claimMs }: Demand) {
      const within = withinMs === undefined ? "" : whole(withinMs)
      const values = [accept === "stale" ? 1 : 0, within, claim, whole(claimMs), randomUUID()]
      const opened = (await runScript(redis, openScript, placeKeys(place), values)) as OpenAnswer
      const answer = readAnswer(opened)
      if (opened[2] === 1) claimed.set(claim, claimKey(place))
      return {
        generation: opened[0],
        acceptable: opened[1] === 1,
        claimed: opened[2] === 1,
        ...(answer && { answer }),
      }
    },
    async put(place: Place, answer: Answer, given: { generation: string; claim: string }) {
      claimed.delete(given.claim)
      const { text, asOf, freshMs, staleMs, keptMs } = answer
      const left = [freshMs, staleMs, keptMs].map(whole)
      const size = [place.key, Buffer.byteLength(text), maxBytes, answerBase]
      const values = [given.generation, text, asOf, ...left, given.claim, ...size]
      await runScript(redis, putScript, [...placeKeys(place), ...totals], values)
    },
    async release(place: Place, claim: string): Promise<void> {
      claimed.delete(claim)
      await runScript(redis, releaseScript, [claimKey(place)], [claim])
    },
    /** It is no longer found, and goes when its time is over. */
    async remove({ key }: Place): Promise<void> {
      await redis.hdel(`${answerBase}${key}`, "generation")
    },
    async extend(claims: readonly string[], claimMs: number): Promise<void> {
      const known = claims.flatMap((claim) => {
        const key = claimed.get(claim)
        return key === undefined ? [] : [{ claim, key }]
      })
      await Promise.all(
        known.map(({ claim, key }) =>
          runScript(redis, extendScript, [key], [claim, whole(claimMs)]),
        ),
      )
    },
    /** What was stored before is no longer found, and goes when its time is over. */
    async invalidate(tag: string): Promise<void> {
      await redis.set(generationKey(tag), randomUUID())
    },
  }
}
