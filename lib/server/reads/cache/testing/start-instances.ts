import { setTimeout as sleep } from "node:timers/promises"
import { vi } from "vitest"
import {
  answerJson,
  type Script,
  startScriptedPlatform,
} from "@/lib/platform/testing/scripted-platform"
import type { AnswerStore } from "../../../../db"
import type { Bus } from "../../../../db/bus"
import { createTestBff, startTime } from "../../../testing/test-bff"
import type { Preparable } from "../../prepared"
import { type AnswerCache, type AnswerCacheDependencies, createAnswerCache } from "../answer-cache"
import { defaultTimes, type SharedTimes } from "../shared-answers"

export type InstanceOptions = Partial<
  Pick<AnswerCacheDependencies, "bounds" | "lifetimeOf" | "times">
>

type Store = AnswerStore & Preparable

/** Where instances meet. */
export interface Meeting {
  openStore(): Store
  openBus(): Bus
}

/** As usual, but a busy machine's store is not taken for one that has failed. */
export const patientTimes: SharedTimes = { ...defaultTimes, leaseMs: 60_000, deadlineMs: 60_000 }

/** The same store, and what it has been asked. */
function observe(store: Store) {
  const methods: (keyof AnswerStore)[] = [
    "open",
    "put",
    "release",
    "remove",
    "extend",
    "invalidate",
  ]
  const requested: (keyof AnswerStore)[] = []
  let underWay = 0
  const observed = methods.map((name) => {
    const method = store[name] as (...given: unknown[]) => Promise<unknown>
    const call = async (...given: unknown[]) => {
      requested.push(name)
      underWay += 1
      return method(...given).finally(() => {
        underWay -= 1
      })
    }
    return [name, call] as const
  })
  return {
    store: { ...store, ...Object.fromEntries(observed) } as Store,
    countOf: (name: keyof AnswerStore) => requested.filter((method) => method === name).length,
    isAtRest: () => underWay === 0,
  }
}

/** Lists that say how many reads the platform has had, after so many milliseconds; the last delay goes for all later ones. */
export function countedLists(...delays: number[]): Script {
  let count = 0
  return (response, arrival) => {
    count += 1
    const delayMs = delays[count - 1] ?? delays.at(-1) ?? 0
    const answer = answerJson({ count: 1, data: [{ name: `read ${count}` }] })
    setTimeout(() => answer(response, arrival), delayMs)
  }
}

/** Several BFFs over one scripted platform, with a clock that they share; each has a memory of its own. */
export async function startInstances(meeting: Meeting, count: number, options?: InstanceOptions) {
  const platform = await startScriptedPlatform()
  const { apiUrl, tokenUrl } = platform
  const client = { apiUrl, tokenUrl, clientId: "client", clientSecret: "planted-client-secret" }
  const time = startTime()

  const instances = Array.from({ length: count }, () => {
    const bus = meeting.openBus()
    const { store, countOf, isAtRest } = observe(meeting.openStore())
    let cache: AnswerCache | undefined
    const bff = createTestBff(client, {
      time,
      createCache(parts) {
        cache = createAnswerCache({ store, bus, times: patientTimes, ...parts, ...options })
        return cache
      },
    })
    if (!cache) throw new Error("The BFF has no cache.")
    const { figures } = cache
    const isFlushed = () => isAtRest() && figures().inFlightRequests === 0
    return { ...bff, bus, cache, isFlushed, requestsToStore: countOf }
  })

  return {
    platform,
    time,
    instances,
    /** Resolves once the memories are trusted. */
    async connected() {
      for (const { bus } of instances)
        await vi.waitUntil(bus.isConnected, { timeout: 60_000, interval: 10 })
    },
    /** Resolves once what goes on behind the answers has ended: storing them, or renewing them. */
    async flush() {
      for (
        let rounds = 0;
        rounds < 3;
        rounds = instances.every(({ isFlushed }) => isFlushed()) ? rounds + 1 : 0
      )
        await sleep(5)
    },
    async stop() {
      for (const { cache, bus, close } of instances) {
        cache.close()
        await close()
        await bus.close()
      }
      await platform.stop()
    },
  }
}

export type Instances = Awaited<ReturnType<typeof startInstances>>
