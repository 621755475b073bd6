import { getRequestListener, RequestError } from "@hono/node-server"
import { allScopes, type Catalogue, versions } from "@/lib/catalogue"
import type { KeyedDocuments } from "@/lib/db"
import type { Store } from "@/lib/records"
import { createService, type ServiceParts } from "./app"
import { createDocs } from "./docs-page"
import { ApiError, refusalResponse, toApiError } from "./errors"
import type { RequestHandler } from "./http-server"
import { demoClient } from "./identity/demo-client"
import { createIdentity, type Identity } from "./identity/identity"
import { loadIdentityKeys } from "./identity/keys"
import { demoPeople } from "./identity/people"
import { logRequest, type RequestLine, roundMs, type ServiceLog } from "./log"
import type { ServiceMetrics } from "./metrics"
import { printDescriptions } from "./openapi/describe-api"
import { createTokenVerifier } from "./tokens"

/** `baseUrl` is the API's public URL, and also the audience of tokens. */
export interface ServingParts {
  readonly catalogue: Catalogue
  readonly store: Store
  readonly documents: KeyedDocuments
  readonly log: ServiceLog
  readonly clock: () => number
  readonly admit?: ServiceParts["admit"] | undefined
  readonly metrics?: ServiceMetrics | undefined
  readonly config: {
    readonly host: string
    readonly baseUrl: string
    readonly scopePrefix: string
    readonly tokenTtlSeconds: number
    readonly issuer?: string
  }
}

/** A request that cannot be parsed, such as a path with a backslash, is not found. */
const refuseUnreadable = (error: unknown): Response =>
  refusalResponse(error instanceof RequestError ? new ApiError("unknown_path") : toApiError(error))

const identityPath = /^\/oidc(?:[/?]|$)/

async function openIdentity({ documents, config, log }: ServingParts): Promise<Identity> {
  const settings = {
    host: config.host,
    issuer: config.issuer ?? `${new URL(config.baseUrl).origin}/oidc`,
    audience: config.baseUrl,
    scopes: allScopes(config.scopePrefix),
    tokenTtlSeconds: config.tokenTtlSeconds,
    people: demoPeople,
  }
  const keys = await loadIdentityKeys(documents)
  const onError = (err: unknown) => log.error({ err }, "identity")
  return createIdentity(settings, { keys, documents, onError })
}

const withLog =
  (identity: Identity, { log, metrics }: ServingParts): RequestHandler =>
  (request, response) => {
    const start = performance.now()
    const method = request.method ?? ""
    response.once("finish", () => {
      const ms = roundMs(performance.now() - start)
      const status = response.statusCode
      const line: RequestLine = { method, operation: "identity", status, ms }
      logRequest(log, line)
      metrics?.observe(line)
    })
    identity.handle(request, response)
  }

/**
 * The service's only request handler: the identity under /oidc, the API, health checks and metrics
 * elsewhere.
 */
export async function openServing(parts: ServingParts): Promise<RequestHandler> {
  const { catalogue, store, config, log, clock, admit, metrics } = parts
  const identity = await openIdentity(parts)
  const { publicKey, issuer } = identity
  const audience = config.baseUrl
  const tokens = await createTokenVerifier({ publicKey, issuer, audience, clock })
  const descriptions = printDescriptions(catalogue, { ...config, tokenUrl: `${issuer}/token` })
  const docs = createDocs({
    versions,
    apiPath: new URL(config.baseUrl).pathname,
    tokenPath: new URL(`${issuer}/token`).pathname,
    client: demoClient,
    scope: config.scopePrefix,
  })
  const serviceParts = {
    catalogue,
    store,
    tokens,
    config,
    log,
    clock,
    descriptions,
    docs,
    ...(admit && { admit }),
    ...(metrics && { metrics }),
  }
  const { fetch } = createService(serviceParts)
  const { host: hostname } = config
  const answerApi = getRequestListener(fetch, { hostname, errorHandler: refuseUnreadable })
  const answerIdentity = withLog(identity, parts)
  return (request, response) => {
    metrics?.enter(response)
    if (identityPath.test(request.url ?? "")) answerIdentity(request, response)
    else void answerApi(request, response)
  }
}
