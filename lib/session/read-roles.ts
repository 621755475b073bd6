import { ownValue } from "../catalogue"
import { groupsOverage, type PersonFacts, parseRoles, type Role, roles } from "./session"

type Claims = Readonly<Record<string, unknown>>

/** How roles are derived from an identity's claims. */
export interface RoleRule {
  /**
   * The claim of the id token or userinfo with a person's roles or groups. Dots form a path:
   * `realm_access.roles`.
   */
  readonly roleClaim: string
  /** Roles by group name in lower case. If set, nothing else counts. */
  readonly roleMap?: ReadonlyMap<string, readonly Role[]> | undefined
}

const isObject = (value: unknown): value is Claims =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The claim with that exact name, dots included, else the value at the path of its parts. */
export function findRoleClaim(claims: Claims, { roleClaim }: RoleRule): unknown {
  const own = ownValue(claims, roleClaim)
  if (own !== undefined) return own
  return roleClaim
    .split(".")
    .reduce<unknown>((value, part) => (isObject(value) ? ownValue(value, part) : undefined), claims)
}

/** Microsoft Entra sends a reference instead of more than 200 groups. */
function hasOverage(claims: Claims, { roleClaim }: RoleRule): boolean {
  const referred = claims["_claim_names"]
  return (
    claims["hasgroups"] === true ||
    claims["hasgroups"] === "true" ||
    (isObject(referred) && Object.hasOwn(referred, roleClaim))
  )
}

/** A string names one group, or several separated by commas. */
const namesIn = (claim: unknown): readonly unknown[] =>
  typeof claim === "string" ? [claim, ...claim.split(",")] : Array.isArray(claim) ? claim : []

/**
 * Roles from an identity's claims. `groups_overage` if there are none because groups were omitted.
 */
export function readRoles(claims: Claims, rule: RoleRule): readonly string[] {
  const claim = findRoleClaim(claims, rule)
  const { roleMap } = rule
  const given = new Set(
    roleMap
      ? namesIn(claim).flatMap((name) => roleMap.get(`${name}`.trim().toLowerCase()) ?? [])
      : parseRoles(claim),
  )
  const found = roles.filter((role) => given.has(role))
  return found.length === 0 && hasOverage(claims, rule) ? [groupsOverage] : found
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

/**
 * Name, e-mail and roles from the identity's claims. Missing name and e-mail keep their known
 * values.
 */
export const readFacts = (
  claims: Claims,
  rule: RoleRule,
  known: Pick<PersonFacts, "name" | "email"> = { name: null, email: null },
): PersonFacts => ({
  name: textOf(claims["name"]) ?? textOf(claims["preferred_username"]) ?? known.name,
  email: textOf(claims["email"]) ?? known.email,
  roles: readRoles(claims, rule),
})
