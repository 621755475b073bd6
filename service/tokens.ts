import { errors, importJWK, type JWK, type JWTPayload, jwtVerify } from "jose"
import { ownValue } from "@/lib/catalogue"
import { ApiError } from "./errors"

/** Who sends a request, and what the token permits. */
export interface Caller {
  readonly clientId: string
  readonly scopes: ReadonlySet<string>
}

export interface TokenVerifier {
  /** The caller of an Authorization header. Throws `ApiError` "unauthenticated". */
  verify(authorization: string | undefined): Promise<Caller>
}

interface TokenExpectations {
  /** The issuer's public key. Only its `alg` is accepted. */
  readonly publicKey: JWK
  readonly issuer: string
  readonly audience: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i

/** The challenge names an error only if the request had a token (RFC 6750, 3.1). */
function unauthenticated(message?: string): ApiError {
  const challenge = message
    ? `Bearer error="invalid_token", error_description="${message}"`
    : "Bearer"
  return new ApiError("unauthenticated", {
    ...(message && { message }),
    headers: { "www-authenticate": challenge },
  })
}

const claimFaults: { readonly [claim: string]: string } = {
  exp: "The access token has no expiry.",
  nbf: "The access token is not valid yet.",
  iss: "The access token comes from another issuer.",
  aud: "The access token is meant for another audience.",
}

function describeFault(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The access token has expired."
  if (error instanceof errors.JWTClaimValidationFailed)
    return ownValue(claimFaults, error.claim) ?? "The access token is not one of this API."
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return "The access token is not signed by this API's issuer."
  return "The access token cannot be read."
}

function readCaller(payload: JWTPayload): Caller {
  const { client_id: clientId, scope } = payload
  if (typeof clientId !== "string" || clientId === "")
    throw unauthenticated("The access token names no client.")
  const scopes = typeof scope === "string" ? scope.split(" ") : []
  return { clientId, scopes: new Set(scopes) }
}

/** How many verified tokens are cached. A client uses one for its hour. */
const remembered = 1000

/** A verified token, and its validity in seconds since 1970. */
interface Verified {
  readonly caller: Caller
  readonly from: number
  readonly until: number
}

/**
 * Caches verified tokens by header, evicting the oldest: verifying a signature takes a tenth of the
 * time of answering a short page.
 */
function rememberVerified() {
  const known = new Map<string, Verified>()
  return {
    find(header: string, now: number): Caller | undefined {
      const found = known.get(header)
      return found && found.from <= now && now < found.until ? found.caller : undefined
    },
    add(header: string, { nbf = 0, exp = 0 }: JWTPayload, caller: Caller) {
      const oldest = known.keys().next()
      if (known.size >= remembered && !oldest.done) known.delete(oldest.value)
      known.set(header, { caller, from: nbf, until: exp })
    },
  }
}

/** Checks JWT access tokens (RFC 9068) by type, algorithm, signature, issuer, audience and time. */
export async function createTokenVerifier(expected: TokenExpectations): Promise<TokenVerifier> {
  const { publicKey, issuer, audience, clock } = expected
  const key = await importJWK(publicKey)
  const algorithms = publicKey.alg === undefined ? [] : [publicKey.alg]
  const verified = rememberVerified()

  return {
    async verify(authorization) {
      if (!authorization) throw unauthenticated()
      const now = Math.floor(clock() / 1000)
      const known = verified.find(authorization, now)
      if (known) return known
      const token = bearer.exec(authorization)?.[1]
      if (!token) throw unauthenticated("The Authorization header carries no bearer token.")
      const header = `Bearer ${token}`
      const knownOtherwise = verified.find(header, now)
      if (knownOtherwise) return knownOtherwise
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms,
          issuer,
          audience,
          typ: "at+jwt",
          requiredClaims: ["exp"],
          currentDate: new Date(clock()),
        })
        const caller = readCaller(payload)
        verified.add(header, payload, caller)
        return caller
      } catch (error) {
        throw error instanceof ApiError ? error : unauthenticated(describeFault(error))
      }
    },
  }
}
