import "server-only"
import { z } from "zod"
import { acceptedScopes, type Catalogue } from "../catalogue"
import type { UpstreamConfig } from "./config"
import { refusalOf } from "./refusal"
import type { SendRequest } from "./send-request"
import { isUpstreamError, UpstreamError } from "./upstream-error"

/** The BFF's own credential for the platform. It never leaves the server. */
export interface TokenSource {
  /**
   * Returns a token that stays valid for a while. Concurrent callers share one fetch, paid for by
   * the first.
   */
  getToken(pay: Pay): Promise<string>
  /** Returns the current token until it expires, without a call. */
  heldToken(): string | undefined
  /** Drops a token refused by the platform, unless a newer one is already held. */
  discardToken(token: string): void
}

/** Makes a call to the platform after spending quota on it. */
export type Pay = <T>(call: (onHeaders?: () => void) => Promise<T>) => Promise<T>

/** Times in milliseconds since 1970. */
interface Token {
  readonly text: string
  readonly renewAt: number
  readonly expiresAt: number
}

/** A saved token. Earlier versions did not save when to renew it. */
export type SavedToken = Omit<Token, "renewAt"> & Partial<Pick<Token, "renewAt">>

/** Saves the token for all instances until it expires. */
export interface TokenStore {
  read(): Promise<SavedToken | undefined>
  write(token: Token): Promise<void>
}

const shortLife = 300
const renewBeforeMs = 60_000
const pauseAfterFailureMs = 1_000

const answerSchema = z.object({
  access_token: z.string().min(1),
  expires_in: z
    .union([z.number().positive(), z.string().regex(/^\d+$/).transform(Number)])
    .default(shortLife),
})

/**
 * The narrowest scopes that cover every operation (specification 5.2): `svc.api.<domain>:read`,
 * `svc.api.users:write`.
 */
export function neededScopes(from: Catalogue, prefix: string): string[] {
  const narrowest = from.operations.flatMap((operation) =>
    acceptedScopes(operation, prefix).slice(-1),
  )
  return [...new Set(narrowest)]
}

/**
 * The lifetime starts with the request. The token is renewed a minute or a fifth of its lifetime
 * before it expires.
 */
function parseToken(text: string, requestedAt: number): Token {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  const answer = answerSchema.safeParse(json)
  if (!answer.success) throw new UpstreamError("upstream_invalid")
  const { access_token: token, expires_in: seconds } = answer.data
  const lifeMs = seconds * 1000
  const expiresAt = requestedAt + lifeMs
  return { text: token, expiresAt, renewAt: expiresAt - Math.min(renewBeforeMs, lifeMs * 0.2) }
}

/** While the token endpoint fails, later callers get the same error without a call of their own. */
function pauseOf(error: unknown): number {
  const seconds = isUpstreamError(error) ? error.retryAfter : undefined
  return seconds === undefined ? pauseAfterFailureMs : seconds * 1000
}

/** The quota or the breaker refused, not the endpoint, so the next caller may succeed. */
const isUnpaid = (error: unknown): boolean =>
  isUpstreamError(error) &&
  (error.code === "quota_exhausted" ||
    error.code === "shared_state_unavailable" ||
    (error.code === "upstream_unavailable" && !error.sent))

/** OAuth's 400 and 401 both mean that the client id, secret or scope is wrong (RFC 6749, 5.2). */
const tokenRefusal = (
  status: number,
  header: (name: string) => string | undefined,
  now: number,
): UpstreamError => {
  const answer = { status: status === 400 ? 401 : status, header, text: "" }
  return refusalOf(answer, { following: false, now })
}

/**
 * Fetches tokens by client credentials (decisions "Authentication"): once for concurrent callers,
 * and again before expiry.
 */
export function createTokenSource({
  catalogue,
  config,
  clock,
  send,
  tokenStore,
}: {
  catalogue: Catalogue
  config: UpstreamConfig
  clock: () => number
  send: SendRequest
  /** Without a store, the token is local to this process. */
  tokenStore?: TokenStore | undefined
}): TokenSource {
  let held: Token | undefined
  let refused: string | undefined
  let fetching: Promise<Token> | undefined
  let failure: { readonly error: unknown; readonly until: number } | undefined

  async function fetchToken(onHeaders?: () => void): Promise<Token> {
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: config.clientId,
      client_secret: config.clientSecret,
      scope: neededScopes(catalogue, config.scopePrefix).join(" "),
    })
    const headers = {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
    }
    const request = {
      method: "POST",
      url: config.tokenUrl,
      headers,
      body: `${form}`,
    } as const
    const requestedAt = clock()
    const answer = await send(request, onHeaders)
    if (answer.status !== 200) throw tokenRefusal(answer.status, answer.header, clock())
    return parseToken(answer.text, requestedAt)
  }

  /**
   * Another instance's token, if it stays valid for a while. A failing token store counts as empty.
   */
  async function readTokenStore(): Promise<Token | undefined> {
    const saved = await tokenStore?.read().catch(() => undefined)
    if (!saved || saved.text === refused) return undefined
    const { renewAt = saved.expiresAt - renewBeforeMs } = saved
    return clock() < renewAt ? { ...saved, renewAt } : undefined
  }

  async function obtainToken(pay: Pay): Promise<Token> {
    const saved = await readTokenStore()
    if (saved) return saved
    const token = await pay(fetchToken)
    await tokenStore?.write(token).catch(() => {})
    return token
  }

  function obtainOnce(pay: Pay): Promise<Token> {
    fetching ??= obtainToken(pay)
      .then((token) => {
        held = token
        return token
      })
      .catch((error: unknown) => {
        if (!isUnpaid(error)) failure = { error, until: clock() + pauseOf(error) }
        throw error
      })
      .finally(() => {
        fetching = undefined
      })
    return fetching
  }

  const heldToken = () => (held && clock() < held.expiresAt ? held.text : undefined)

  return {
    async getToken(pay) {
      const now = clock()
      if (held && now < held.renewAt) return held.text
      const usable = heldToken()
      if (failure && now < failure.until) {
        if (usable !== undefined) return usable
        throw failure.error
      }
      const renewal = obtainOnce(pay)
      if (usable === undefined) return (await renewal).text
      renewal.catch(() => {})
      return usable
    },
    heldToken,
    discardToken(token) {
      refused = token
      if (held?.text === token) held = undefined
    },
  }
}
