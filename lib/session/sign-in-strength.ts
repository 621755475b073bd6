import type { SessionConfig } from "./config"
import type { Claims } from "./identity-client"

type Strength = Pick<SessionConfig, "acrValues" | "amrValues" | "maxAgeSeconds">

/**
 * Parameters that request a sufficiently strong and recent sign-in (OpenID Connect Core 3.1.2.1).
 */
export const strengthParameters = ({
  acrValues,
  maxAgeSeconds,
}: Strength): Record<string, string> => ({
  ...(acrValues && { acr_values: acrValues.join(" ") }),
  ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
})

/** People pass pages of the identity between entering the password and returning. */
const toleranceSeconds = 60

/**
 * Whether an id token proves a sign-in as strong and recent as configured. Missing claims count as
 * failure.
 */
export function isStrongEnough(
  { acrValues, amrValues, maxAgeSeconds }: Strength,
  { acr, amr, auth_time: signedInAt }: Claims,
  nowSeconds: number,
): boolean {
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : []
  if (acrValues && !acrValues.some((value) => value === acr)) return false
  if (amrValues && !amrValues.some((value) => methods.includes(value))) return false
  if (maxAgeSeconds === undefined) return true
  return (
    typeof signedInAt === "number" && nowSeconds - signedInAt <= maxAgeSeconds + toleranceSeconds
  )
}
