import { setTimeout as sleep } from "node:timers/promises"
import { vi } from "vitest"
import {
  answerJson,
  type Script,
  startScriptedPlatform,
} from "@/lib/platform/testing/scripted-platform"
import type { Bus } from "../../../../db/bus"
import { createTestBff, startTime } from "../../../testing/test-bff"
import { type AnswerCache, type AnswerCacheDependencies, createAnswerCache } from "../answer-cache"

export type InstanceOptions = Partial<Pick<AnswerCacheDependencies, "bounds" | "lifetimeOf">>

/** Where instances meet. */
export interface SharedChannel {
  openBus(): Bus
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
export async function startInstances(
  channel: SharedChannel,
  count: number,
  options?: InstanceOptions,
) {
  const platform = await startScriptedPlatform()
  const { apiUrl, tokenUrl } = platform
  const client = { apiUrl, tokenUrl, clientId: "client", clientSecret: "planted-client-secret" }
  const time = startTime()

  const instances = Array.from({ length: count }, () => {
    const bus = channel.openBus()
    let cache: AnswerCache | undefined
    const bff = createTestBff(client, {
      time,
      createCache(parts) {
        cache = createAnswerCache({ bus, ...parts, ...options })
        return cache
      },
    })
    if (!cache) throw new Error("The BFF has no cache.")
    const { figures } = cache
    const isFlushed = () => figures().inFlightRequests === 0
    return { ...bff, bus, cache, isFlushed }
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
    /** Resolves once what goes on behind the answers has ended: renewing them. */
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
