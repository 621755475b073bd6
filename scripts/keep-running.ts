import { setTimeout as sleep } from "node:timers/promises"
import { isPortFree } from "./free-port"

/** A program that a script started and can stop. */
export interface Running {
  /** Resolves when it has ended, by itself or stopped, with a sentence about how. */
  readonly ended: Promise<string>
  stop(): Promise<void>
}

export interface KeepOptions {
  /**
   * Resolves when the program is ready; throws a sentence if it fails; ends a start that is
   * aborted.
   */
  readonly start: (signal: AbortSignal) => Promise<Running>
  /** Its loopback port: the leftovers of a killed program may use it for a while. */
  readonly port?: number
  /** Receives one line about what ended, how, and what happens next. */
  readonly tell: (line: string) => void
  /** Milliseconds since 1970. */
  readonly clock?: () => number
}

/** How often a program is restarted before it is given up. */
export const restarts = { max: 5, withinMinutes: 10 } as const

const portPatienceMs = 30_000
const pauseMs = 500

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function awaitFree(port: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + portPatienceMs
  while (!(await isPortFree(port))) {
    if (signal.aborted || performance.now() > deadline)
      throw new Error(`Port ${port} is still held by what is left of it.`)
    await sleep(200)
  }
}

/**
 * Counts starts; returns the number of this one within the last ten minutes, or undefined if there
 * were too many.
 */
function createCounter(clock: () => number) {
  let starts: number[] = []
  return (): number | undefined => {
    const now = clock()
    starts = starts.filter((at) => now - at < restarts.withinMinutes * 60_000)
    if (starts.length >= restarts.max) return undefined
    return starts.push(now)
  }
}

/**
 * Starts a program and restarts it when it ends by itself: at most 5 times in 10 minutes, after
 * which `ended` resolves. A first start that fails is not retried, and `stop` causes no restart.
 */
export async function keepRunning({
  start,
  port,
  tell,
  clock = Date.now,
}: KeepOptions): Promise<Running> {
  const stopping = new AbortController()
  const { signal } = stopping
  const count = createCounter(clock)
  let current = await start(signal)

  async function startAgain(): Promise<string | undefined> {
    try {
      await current.stop()
      if (port !== undefined) await awaitFree(port, signal)
      current = await start(signal)
      if (signal.aborted) await current.stop()
      return undefined
    } catch (error) {
      await sleep(pauseMs)
      return sentenceOf(error)
    }
  }

  async function watch(): Promise<string> {
    for (let fault: string | undefined; ; ) {
      const end = fault ?? (await current.ended)
      if (signal.aborted) return end
      const number = count()
      const { max, withinMinutes } = restarts
      if (number === undefined)
        return `${end} It has been started again ${max} times in ${withinMinutes} minutes; that is enough.`
      tell(`${end} It is started again (${number} of ${max} in ${withinMinutes} minutes).`)
      fault = await startAgain()
    }
  }

  const ended = watch()
  return {
    ended,
    async stop() {
      stopping.abort()
      await current.stop()
      await ended
    },
  }
}
