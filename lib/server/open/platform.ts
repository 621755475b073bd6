import "server-only"
import { catalogue } from "../../catalogue"
import { createKeyedDocuments } from "../../db"
import { createUpstream } from "../../platform"
import { countCalls, logCalls } from "../health/count-work"
import { openGovernor } from "../platform/open-governor"
import { textsIn } from "../platform/shared-texts"
import { createTokenStore } from "../platform/token-store"
import { createQuotaFeed } from "../quota/quota-feed"
import type { Base } from "./base"

/** How long a queued call may still wait for quota after shutdown begins, in milliseconds. */
const waitingMs = 5_000

/** Access to the platform, with one quota and one token shared by all instances. */
export function openPlatform({ config, pool, clock, log, metrics }: Base) {
  const documents = createKeyedDocuments({ pool, schema: "dashboard" })
  const governor = openGovernor({ config, pool })
  const { secret, previousSecret } = config.session
  const { clientId } = config.upstream
  const texts = textsIn(documents)
  const unlogged = createUpstream({
    catalogue,
    config: config.upstream,
    clock,
    governor: countCalls(metrics, governor),
    tokenStore: createTokenStore({ texts, secret, previousSecret, clientId, clock }),
  })
  const upstream = logCalls(log, unlogged)
  const isDown = () => upstream.isDown
  const feed = createQuotaFeed({ governor, platformLimit: config.rateLimit, isDown })
  let refusing: NodeJS.Timeout | undefined
  return {
    upstream,
    governor,
    feed,
    stop() {
      feed.close()
      refusing = setTimeout(() => void governor?.close().catch(() => {}), waitingMs)
    },
    async close() {
      clearTimeout(refusing)
      await governor?.close()
      await upstream.close()
    },
  }
}

export type OpenedPlatform = ReturnType<typeof openPlatform>
