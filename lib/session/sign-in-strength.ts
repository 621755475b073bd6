import type { SessionConfig } from "./config"
import type { Claims } from "./identity-client"

type Strength = Pick<SessionConfig, "acrValues" | "amrValues" | "maxAgeSeconds">

/** What sign-in asks the identity for, so that it signs in strongly and lately enough (OpenID Connect Core 3.1.2.1). */
export const strengthParameters = ({
  acrValues,
  maxAgeSeconds,
}: Strength): Record<string, string> => ({
  ...(acrValues && { acr_values: acrValues.join(" ") }),
  ...(maxAgeSeconds !== undefined && { max_age: String(maxAgeSeconds) }),
})

/** Between a password and the way back lie pages of the identity's own. */
const toleranceSeconds = 60

/** Whether an id token tells of a sign-in as strong and as late as the settings want; what it does not tell is not so. */
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
