import "server-only"
import { z } from "zod"
import { acceptedScopes, type Catalogue } from "../catalogue"
import type { UpstreamConfig } from "./config"
import { refusalOf } from "./refusal"
import type { SendRequest } from "./send-request"
import { isUpstreamError, UpstreamError } from "./upstream-error"

/** The BFF's own credential for the platform; it never leaves the server. */
export interface TokenSource {
  /** A token that is good for a while yet; parallel callers share one fetch. */
  getToken(): Promise<string>
  /** Forgets a token that the platform has refused, unless a newer one is held already. */
  discardToken(token: string): void
}

interface Token {
  readonly text: string
  readonly renewAt: number
  readonly expiresAt: number
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

/** The narrowest scopes that serve every operation (specification 5.2): `svc.api.<domain>:read`, `svc.api.users:write`. */
export function neededScopes(from: Catalogue, prefix: string): string[] {
  const narrowest = from.operations.flatMap((operation) =>
    acceptedScopes(operation, prefix).slice(-1),
  )
  return [...new Set(narrowest)]
}

function parseToken(text: string, now: number): Token {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  const answer = answerSchema.safeParse(json)
  if (!answer.success) throw new UpstreamError("upstream_invalid")
  const life = answer.data.expires_in * 1000
  const expiresAt = now + life
  return {
    text: answer.data.access_token,
    expiresAt,
    renewAt: expiresAt - Math.min(renewBeforeMs, life * 0.2),
  }
}

/** While the token endpoint fails, further callers get the same error instead of one call each. */
function pauseOf(error: unknown): number {
  const seconds = isUpstreamError(error) ? error.retryAfter : undefined
  return seconds === undefined ? pauseAfterFailureMs : seconds * 1000
}

/** OAuth's 400 and 401 both mean that the client id, secret or scope is wrong (RFC 6749, 5.2). */
const tokenRefusal = (
  status: number,
  header: (name: string) => string | undefined,
  now: number,
): UpstreamError =>
  refusalOf({ status: status === 400 ? 401 : status, header, text: "" }, { following: false, now })

/** Fetches tokens by client credentials (decisions "Authentication"): once for parallel needs, again before the end. */
export function createTokenSource({
  catalogue,
  config,
  clock,
  send,
}: {
  catalogue: Catalogue
  config: UpstreamConfig
  clock: () => number
  send: SendRequest
}): TokenSource {
  let held: Token | undefined
  let fetching: Promise<Token> | undefined
  let failure: { readonly error: unknown; readonly until: number } | undefined

  async function fetchToken(): Promise<Token> {
    const form = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: config.clientId,
      client_secret: config.clientSecret,
      scope: neededScopes(catalogue, config.scopePrefix).join(" "),
    })
    const answer = await send({
      method: "POST",
      url: config.tokenUrl,
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: form.toString(),
    })
    if (answer.status !== 200) throw tokenRefusal(answer.status, answer.header, clock())
    return parseToken(answer.text, clock())
  }

  function fetchOnce(): Promise<Token> {
    fetching ??= fetchToken()
      .then((token) => {
        held = token
        return token
      })
      .catch((error) => {
        failure = { error, until: clock() + pauseOf(error) }
        throw error
      })
      .finally(() => {
        fetching = undefined
      })
    return fetching
  }

  return {
    async getToken() {
      const now = clock()
      if (held && now < held.renewAt) return held.text
      const usable = held && now < held.expiresAt ? held : undefined
      if (failure && now < failure.until) {
        if (usable) return usable.text
        throw failure.error
      }
      const renewed = usable ? await fetchOnce().catch(() => usable) : await fetchOnce()
      return renewed.text
    },
    discardToken(token) {
      if (held?.text === token) held = undefined
    },
  }
}
