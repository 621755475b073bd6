import "server-only"
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from "jose"
import { z } from "zod"
import { isSecureAddress, type SessionConfig } from "./config"

const endpoint = z.url({ protocol: /^https?$/ }).refine(isSecureAddress, "must be an https address")
const discoverySchema = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  end_session_endpoint: endpoint.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  acr_values_supported: z.array(z.string()).optional(),
})

/** The fields used from the identity's metadata (OpenID Connect Discovery). */
export type Discovery = z.infer<typeof discoverySchema>

/**
 * Returns the identity's metadata. Throws if it is unavailable within 5 s or belongs to another
 * issuer.
 */
export type Discover = () => Promise<Discovery>

const cachedMs = 10 * 60_000
const deadlineMs = 5_000

/** The metadata URL has no trailing slash of the issuer (OpenID Connect Discovery 4.1). */
const withoutSlash = (issuer: string) => issuer.replace(/\/+$/, "")

const slashFault =
  "The identity's discovery document is of another issuer, by a slash at the end: AUTH_OIDC_ISSUER must have it where the document does, and only there."

async function readDiscovery(issuer: string): Promise<Discovery> {
  const answer = await fetch(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(deadlineMs),
    redirect: "error",
    cache: "no-store",
  })
  const discovery = discoverySchema.parse(await answer.json())
  if (discovery.issuer !== issuer) {
    const isNear = withoutSlash(discovery.issuer) === withoutSlash(issuer)
    throw new Error(isNear ? slashFault : "The identity's discovery document is of another issuer.")
  }
  return discovery
}

/** Reads the discovery document, once for concurrent callers, and caches it for ten minutes. */
export function createDiscovery(issuer: string, timer: () => number): Discover {
  let cached: { readonly discovery: Promise<Discovery>; readonly until: number } | undefined
  return () => {
    if (cached && timer() < cached.until) return cached.discovery
    const discovery = readDiscovery(issuer)
    const reading = { discovery, until: timer() + cachedMs }
    cached = reading
    discovery.catch(() => {
      if (cached === reading) cached = undefined
    })
    return discovery
  }
}

/**
 * Whether the client secret goes into the Authorization header (RFC 6749, 2.3.1). Otherwise it goes
 * into the form.
 */
export const takesBasic = ({
  token_endpoint_auth_methods_supported: methods = ["client_secret_basic"],
}: Discovery): boolean => methods.includes("client_secret_basic")

/** The only accepted signature algorithm of id tokens, at sign-in and renewal. */
export const signatureOf = ({ idTokenAlgorithm = "RS256" }: SessionConfig) => idTokenAlgorithm

/**
 * Where to send a signed-out person to end the identity's session too: its end-session page,
 * identified by client id instead of a stored token (OpenID Connect RP-Initiated Logout), or
 * `returnTo` if it has none.
 */
export async function endSessionUrl(
  { origin, clientId }: SessionConfig,
  discover: Discover,
  returnTo: string,
): Promise<string> {
  const back = new URL(returnTo, origin).href
  const discovery = await discover().catch(() => undefined)
  if (!discovery?.end_session_endpoint) return back
  const url = new URL(discovery.end_session_endpoint)
  url.searchParams.set("client_id", clientId)
  url.searchParams.set("post_logout_redirect_uri", back)
  return url.href
}

export type Claims = Readonly<Record<string, unknown>>

/** New tokens, as received. */
interface Renewal {
  readonly access: string
  readonly refresh?: string | undefined
  readonly idToken?: string | undefined
}

/**
 * Requests to the identity about a signed-in person. Each throws if there is no response within 5
 * s.
 */
export interface IdentityClient {
  /**
   * Claims from userinfo. "refused" if the access token is no longer accepted, "none" if there is
   * no userinfo endpoint.
   */
  readClaims(access: string): Promise<Claims | "refused" | "none">
  /** New tokens for a refresh token, or "refused". */
  renew(refresh: string): Promise<Renewal | "refused">
  /**
   * Claims of an id token. Throws if its signature, issuer, audience or time is invalid (OpenID
   * Connect Core 3.1.3.7).
   */
  verify(idToken: string): Promise<Claims>
}

const toleranceSeconds = 10

/** Accepted `typ` values. Tokens that are no id tokens have types of their own (RFC 8725, 3.11). */
const idTokenTypes: readonly (string | undefined)[] = [undefined, "jwt", "id_token+jwt"]

/** A logout token has the same key and audience, but must not set anybody's roles. */
function requireIdToken(type: string | undefined, claims: Claims) {
  const isKnown = idTokenTypes.includes(type?.toLowerCase().replace(/^application\//, ""))
  if (!isKnown || "events" in claims) throw new Error("The token is no id token.")
}

const claimsSchema = z.record(z.string(), z.unknown())
const tokenSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  id_token: z.string().optional(),
})
const refusalSchema = z.object({ error: z.string() })

/** Client id and secret, form-encoded and then Basic-encoded (RFC 6749, 2.3.1). */
const basic = ({ clientId, clientSecret }: SessionConfig) => {
  const encode = (text: string) => new URLSearchParams({ "": text }).toString().slice(1)
  return `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`
}

function renewalRequest(config: SessionConfig, discovery: Discovery, refresh: string): RequestInit {
  const { clientId, clientSecret } = config
  const byHeader = takesBasic(discovery)
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refresh })
  if (!byHeader) {
    form.set("client_id", clientId)
    form.set("client_secret", clientSecret)
  }
  return {
    method: "POST",
    body: form,
    headers: { accept: "application/json", ...(byHeader && { authorization: basic(config) }) },
  }
}

function shapeRenewal(body: unknown): Renewal {
  const { access_token, refresh_token, id_token } = tokenSchema.parse(body)
  return { access: access_token, refresh: refresh_token, idToken: id_token }
}

async function isRefusal(answer: Response): Promise<boolean> {
  if (answer.status !== 400) return false
  return refusalSchema.safeParse(await answer.json()).data?.error === "invalid_grant"
}

/** The identity's keys, reloaded when a token names an unknown one. */
function createKeys(): (address: string) => JWTVerifyGetKey {
  const known = new Map<string, JWTVerifyGetKey>()
  return (address) => {
    const keys =
      known.get(address) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: deadlineMs })
    known.clear()
    known.set(address, keys)
    return keys
  }
}

export function createIdentityClient(config: SessionConfig, discover: Discover): IdentityClient {
  const keysAt = createKeys()
  const send = (url: string, request: RequestInit, signal: AbortSignal) =>
    fetch(url, { ...request, signal, redirect: "error", cache: "no-store" })

  return {
    async readClaims(access) {
      const signal = AbortSignal.timeout(deadlineMs)
      const { userinfo_endpoint: url } = await discover()
      if (!url) return "none"
      const headers = { accept: "application/json", authorization: `Bearer ${access}` }
      const answer = await send(url, { headers }, signal)
      if (answer.ok) return claimsSchema.parse(await answer.json())
      await answer.body?.cancel()
      if (answer.status === 401 || answer.status === 403) return "refused"
      throw new Error(`The identity's userinfo answered ${answer.status}.`)
    },
    async renew(refresh) {
      const signal = AbortSignal.timeout(deadlineMs)
      const discovery = await discover()
      const request = renewalRequest(config, discovery, refresh)
      const answer = await send(discovery.token_endpoint, request, signal)
      if (answer.ok) return shapeRenewal(await answer.json())
      if (await isRefusal(answer)) return "refused"
      throw new Error(`The identity's token endpoint answered ${answer.status}.`)
    },
    async verify(idToken) {
      const { jwks_uri } = await discover()
      const { payload, protectedHeader } = await jwtVerify(idToken, keysAt(jwks_uri), {
        issuer: config.issuer,
        audience: config.clientId,
        algorithms: [signatureOf(config)],
        requiredClaims: ["sub", "exp", "iat"],
        clockTolerance: toleranceSeconds,
      })
      if (payload["azp"] !== undefined && payload["azp"] !== config.clientId)
        throw new Error("The id token is for another client.")
      requireIdToken(protectedHeader.typ, payload)
      return payload
    },
  }
}
