import { isUpstreamError } from "../../upstream-error"
import type { Governor } from "../governor"
import type { SimulatedTime } from "./simulated-time"

/** Somebody who thinks for so long, half as long at least and half as long again at most, before they ask once more. */
interface Visitor {
  readonly name: string
  readonly thinkMs: number
}

/** One call that was made: when, for whom, and how long it had waited for its slot, refusals and what they told to wait included. */
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
  /** Whether an export and a copy want whatever they can get, beside the people. */
  readonly hasBackground: boolean
}

const latencyMs = 120
/** A copy stores a page before it asks for the next. */
const storingMs = 50

const visitorsOf = (count: number, kind: string, thinkMs: number): Visitor[] =>
  Array.from({ length: count }, (_, number) => ({ name: `${kind} ${number}`, thinkMs }))

/** Of 100 calls a minute they would ask for 120, if nobody had to wait: 60 people for one each, below everybody's share, and 6 for ten each. */
const crowd = [...visitorsOf(60, "modest", 60_000), ...visitorsOf(6, "eager", 6000)]

export const isModest = ({ person }: MadeCall): boolean => person?.startsWith("modest") ?? false

/** Fractions that are the same for the same seed. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/**
 * People who ask for more than the quota has, spread over the governors, in a simulated time; answers
 * every call that was made. Whoever is refused for want of quota waits as long as they are told and asks
 * again, as the page does.
 */
export async function simulatePeople(simulation: Simulation): Promise<MadeCall[]> {
  const { governors, time, forMs, hasBackground } = simulation
  const made: MadeCall[] = []
  const pause = (ms: number) => new Promise<void>((resolve) => time.after(ms, resolve))

  /** Again and again, with a rest between. */
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
