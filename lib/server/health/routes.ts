import "server-only"
import { createApiPage } from "../../api-page/create-api-page"
import { catalogue } from "../../catalogue"
import { contract, systemContract } from "../../contract"
import { describeBackend } from "../../contract/openapi"
import { type Discover, endSessionUrl, type SessionConfig } from "../../session"
import { takesGzip } from "../http/answers"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { Metrics } from "./metrics"
import type { Readiness } from "./readiness"

export interface SystemRoutesParts {
  readonly config: SessionConfig
  readonly discover: Discover
  readonly metrics: Metrics
  readonly readReadiness: () => Promise<Readiness>
}

/** Built on first request. */
let description: ReturnType<typeof describeBackend> | undefined

const readDescription = async () => {
  description ??= describeBackend(catalogue, Object.values(contract))
  return description
}

const apiPage = createApiPage({
  title: "Workplace Reporting · API reference",
  icon: "/icon.svg",
  path: "/api/docs",
  documents: [{ title: "Workplace Reporting", slug: "dashboard", url: "/api/openapi.json" }],
})

async function readDescriptionPage() {
  const { body, headers } = await apiPage.printPage()
  return new Response(body, { headers })
}

const notReady = (readiness: Readiness) =>
  new Response(JSON.stringify(readiness), {
    status: 503,
    headers: { "content-type": "application/json" },
  })

/** Endpoints for operators and integrators. */
export const systemRoutes = ({
  config,
  discover,
  metrics,
  readReadiness,
}: SystemRoutesParts): readonly BoundRoute[] =>
  bindRoutes(systemContract, {
    readDescription,
    readDescriptionPage,
    async readDescriptionScript({ parameters: { file }, request }) {
      const script = await apiPage.readScript(file, { isPacked: takesGzip(request.headers) })
      if (!script) throw new BffError("unknown_path")
      return new Response(script.body, { headers: script.headers })
    },
    readHealth: async () => ({ status: "ok" as const }),
    async readReadiness() {
      const readiness = await readReadiness()
      return readiness.status === "ready" ? readiness : notReady(readiness)
    },
    async readMetrics() {
      const headers = { "content-type": metrics.contentType }
      return new Response(await metrics.print(), { headers })
    },
    async endIdentitySession() {
      const location = await endSessionUrl(config, discover, "/signin")
      return new Response(null, {
        status: 302,
        headers: { location, "clear-site-data": '"cache"' },
      })
    },
  })
