import { isUpstreamError } from "../../upstream-error"
import type { Governor } from "../governor"
import type { SimulatedTime } from "./simulated-time"

/** A person who pauses for 0.5 to 1.5 times `thinkMs` between two calls. */
interface Visitor {
  readonly name: string
  readonly thinkMs: number
}

/** A call that was made. Its wait for a slot includes refusals and the pauses after them. */
export interface MadeCall {
  readonly at: number
  readonly waitedMs: number
  /** Absent for the background. */
  readonly person?: string
}

export interface Simulation {
  readonly governors: readonly Pick<Governor, "run">[]
  readonly time: SimulatedTime
  readonly forMs: number
  /** Whether an export and a copy also make as many calls as they can get. */
  readonly hasBackground: boolean
}

const latencyMs = 120
/** A copy stores a page before it requests the next one. */
const storingMs = 50

const visitorsOf = (count: number, kind: string, thinkMs: number): Visitor[] =>
  Array.from({ length: count }, (_, number) => ({ name: `${kind} ${number}`, thinkMs }))

/**
 * Together they want 120 calls a minute where 100 are allowed: 60 people one each, 6 people ten
 * each.
 */
const crowd = [...visitorsOf(60, "modest", 60_000), ...visitorsOf(6, "eager", 6000)]

export const isModest = ({ person }: MadeCall): boolean => person?.startsWith("modest") ?? false

/** Returns random fractions, always the same ones for a seed. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/**
 * Simulates people who want more calls than the quota allows, spread over the governors; returns
 * every call that was made. After a refusal a person waits for the given time and tries again, as
 * the page does.
 */
export async function simulatePeople(simulation: Simulation): Promise<MadeCall[]> {
  const { governors, time, forMs, hasBackground } = simulation
  const made: MadeCall[] = []
  const pause = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve))

  /** Calls repeatedly, with a rest in between. */
  async function callRepeatedly(
    number: number,
    ticket: Parameters<Governor["run"]>[0],
    rest: () => Promise<void>,
  ) {
    const governor = governors[number % governors.length]
    let since = time.now()
    while (governor) {
      try {
        await governor.run(ticket, async () => {
          const call = { at: time.now(), waitedMs: time.now() - since }
          made.push({ ...call, ...(ticket.person && { person: ticket.person }) })
          await pause(latencyMs)
        })
        await rest()
        since = time.now()
      } catch (error) {
        if (!isUpstreamError(error) || error.code !== "quota_exhausted") throw error
        await pause((error.retryAfter ?? 1) * 1000)
      }
    }
  }

  async function visit({ name, thinkMs }: Visitor, number: number) {
    const random = createRandom(number + 1)
    await pause(random() * thinkMs)
    await callRepeatedly(number, { priority: "person", person: name }, () =>
      pause((0.5 + random()) * thinkMs),
    )
  }

  const store = () => pause(storingMs)
  const work = () => [
    callRepeatedly(0, { priority: "export" }, store),
    callRepeatedly(1, { priority: "sync" }, store),
  ]
  const all = [...crowd.map(visit), ...(hasBackground ? work() : [])]
  await Promise.race([time.runUntil(forMs), ...all])
  return made
}
