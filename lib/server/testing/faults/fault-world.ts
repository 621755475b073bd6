import { Agent } from "undici"
import { vi } from "vitest"
import { catalogue } from "@/lib/catalogue"
import {
  createGovernor,
  createUpstream,
  type Governor,
  quotaRule,
  type UpstreamConfig,
} from "@/lib/platform"
import { defaultLimits } from "@/lib/platform/config"
import { defaultQueues } from "@/lib/platform/governor/waiting-calls"
import { defaultBreaker, defaultRetries } from "@/lib/platform/resilience"
import { demoClient } from "@/service/identity/demo-client"
import type { Session } from "../../../session"
import { createApp } from "../../app"
import { createEditor } from "../../edits/editor"
import { createLog } from "../../http/log"
import { createTokenStore } from "../../platform/token-store"
import { createAnswerCache } from "../../reads/cache/answer-cache"
import { createReads, operationRoutes } from "../../reads/operations"
import { noEdits, ownOrigin, personOf } from "../test-bff"
import { connectOverTls, passOn, startFaultProxy } from "./fault-proxy"
import type { Fault } from "./fault-table"
import { startNameServer } from "./name-server"
import { quickClock as clock, secondMs } from "./platform-faults"
import { createTraversal } from "./resumable-traversal"
import { openDatabaseServer } from "./state-servers"

/**
 * The factor by which the backend's times are shortened: quota, pauses and breaker always,
 * deadlines only if a fault's outcome depends on them, since a busy machine may miss short ones.
 */
const scale = secondMs / 1000
const person = { ...defaultQueues.person, maxWaitMs: defaultQueues.person.maxWaitMs * scale }
const queues = { ...defaultQueues, person }
const { pauseMs, withinMs, retries } = defaultRetries
const breaker = { ...defaultBreaker, openMs: defaultBreaker.openMs * scale }

type Setting = Partial<Pick<Fault, "setting" | "timed">>

function timesOf({ timed }: Setting) {
  const factor = timed ? scale : 1
  const { headersMs, wholeMs, bodyBytes } = defaultLimits
  return {
    limits: { bodyBytes, headersMs: headersMs * factor, wholeMs: wholeMs * factor },
    retries: { retries, pauseMs: pauseMs * scale, withinMs: withinMs * factor },
    breaker,
  }
}

function quickRule() {
  const rule = quotaRule(100)
  if (!rule) throw new Error("There is no quota.")
  const { limit, windowMs, inFlightMs } = rule
  return { limit, windowMs: windowMs * scale, inFlightMs: inFlightMs * scale }
}

/** Counts calls by person. A pause that the platform requests is shortened like all other times. */
function countCalls(governor: Governor) {
  const paid = new Map<string, number>()
  const counting: Pick<Governor, "run" | "pause"> = {
    run: (ticket, call) =>
      governor.run(ticket, (arrived) => {
        const { person: quotaOwner = "" } = ticket
        paid.set(quotaOwner, (paid.get(quotaOwner) ?? 0) + 1)
        return call(arrived)
      }),
    pause: (ms) => governor.pause(ms * scale),
  }
  return { paid, counting }
}

const sessionConfig = {
  issuer: "https://identity.test",
  clientId: "client",
  clientSecret: "secret",
  roleClaim: "roles",
  secret: "a secret of at least 32 characters",
  origin: ownOrigin,
}

const bases = { https: "https://127.0.0.1", name: "http://platform.invalid" }

async function openPoints(service: string, { setting, timed = false }: Setting) {
  const rule = quickRule()
  const server = await openDatabaseServer(rule, timed)
  const names = await startNameServer()
  const base = setting === "https" || setting === "name" ? bases[setting] : "http://127.0.0.1"
  const proxy = await startFaultProxy(service, base)
  const connect = { lookup: names.lookup, ...(setting === "https" && connectOverTls) }
  return { rule, server, names, proxy, dispatcher: new Agent({ connect }) }
}

/**
 * The whole backend in front of the reference service at that origin, with a person and a
 * traversal.
 */
export async function openFaultWorld(service: string, setting: Setting) {
  const { rule, server, names, proxy, dispatcher } = await openPoints(service, setting)
  const config: UpstreamConfig = {
    apiUrl: `${proxy.origin}/api`,
    tokenUrl: `${proxy.origin}/oidc/token`,
    clientId: demoClient.id,
    clientSecret: demoClient.secret,
    scopePrefix: "svc.api",
  }
  const governor = createGovernor({
    log: server.log,
    rule,
    queues,
    logTimeoutMs: setting.timed ? 1000 : 3000,
  })
  const { paid, counting } = countCalls(governor)
  const { secret } = sessionConfig
  const tokenStore = createTokenStore({
    texts: server.texts,
    secret,
    clientId: demoClient.id,
    clock,
  })
  const dealings = { catalogue, config, clock, governor: counting, tokenStore, dispatcher }
  const upstream = createUpstream({ ...dealings, ...timesOf(setting) })
  const log = createLog({ write: () => {} })
  const { bus } = server
  const cache = createAnswerCache({ bus, clock, log })
  const { invalidate } = cache
  const editor = createEditor({ catalogue, upstream, edits: noEdits, invalidate, log })
  const settings = { upstream: config, session: sessionConfig }
  const reads = createReads({ catalogue, upstream, cache, config: settings, clock, log })
  let asker: Session | undefined
  const access = { origin: sessionConfig.origin, readSession: async () => asker }
  const operations = operationRoutes({ ...access, catalogue, reads, editor })
  const app = createApp({ ...access, clock, log, routes: [], operations })
  await vi.waitUntil(bus.isConnected, { timeout: 60_000, interval: 10 })

  const noticeLoss = () => vi.waitUntil(() => !bus.isConnected(), { timeout: 60_000, interval: 5 })

  return {
    proxy,
    names,
    paid,
    upstream,
    config,
    server: {
      cut: () => server.way.cut().then(noticeLoss),
      silence: () => Promise.resolve(server.way.silence()).then(noticeLoss),
    },
    traversal: createTraversal({ upstream, catalogue, apiUrl: config.apiUrl }),
    /** A read by an administrator; `anew` requests newer data than any cached response. */
    async ask(url: string, { person: sub = "", anew = false } = {}) {
      const target = `${url.startsWith("/api/") ? "" : "/api"}${url}`
      const headers = new Headers(anew ? { "cache-control": "no-cache" } : {})
      asker = { ...personOf("admin"), sub }
      const answer = await app.fetch(new Request(`${access.origin}/api`, { headers }), { target })
      const source = answer.headers.get("x-data-source")
      return { status: answer.status, source, body: await answer.json() }
    },
    /** Ends every fault. */
    async heal() {
      proxy.script = passOn
      proxy.speaksTls = proxy.origin.startsWith("https:")
      names.known = true
      await proxy.open()
      await server.way.restore()
    },
    async stop() {
      cache.close()
      await dispatcher.destroy()
      await proxy.shut()
      await governor.close()
      await bus.close()
      names.stop()
      await server.stop()
    },
  }
}

export type FaultWorld = Awaited<ReturnType<typeof openFaultWorld>>
