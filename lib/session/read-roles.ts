import { ownValue } from "../catalogue"
import { groupsOverage, type PersonFacts, parseRoles, type Role, roles } from "./session"

type Claims = Readonly<Record<string, unknown>>

/** How an identity's claims give roles. */
export interface RoleRule {
  /** The claim of the id token or userinfo that names a person's roles or groups, with dots a path: `realm_access.roles`. */
  readonly roleClaim: string
  /** The roles that groups give, by their names in lower case; with it nothing else counts. */
  readonly roleMap?: ReadonlyMap<string, readonly Role[]> | undefined
}

const isObject = (value: unknown): value is Claims =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A claim of that very name, dots included, else the value that its parts lead to. */
export function findRoleClaim(claims: Claims, { roleClaim }: RoleRule): unknown {
  const own = ownValue(claims, roleClaim)
  if (own !== undefined) return own
  return roleClaim
    .split(".")
    .reduce<unknown>((value, part) => (isObject(value) ? ownValue(value, part) : undefined), claims)
}

/** Microsoft Entra sends a reference in place of more than 200 groups. */
function hasOverage(claims: Claims, { roleClaim }: RoleRule): boolean {
  const referred = claims["_claim_names"]
  return (
    claims["hasgroups"] === true ||
    claims["hasgroups"] === "true" ||
    (isObject(referred) && Object.hasOwn(referred, roleClaim))
  )
}

/** A text names one group, or several with commas between. */
const namesIn = (claim: unknown): readonly unknown[] =>
  typeof claim === "string" ? [claim, ...claim.split(",")] : Array.isArray(claim) ? claim : []

/** The roles that an identity's claims give; `groups_overage` where there are none because the groups were not sent. */
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

/** Name, e-mail and roles from the identity's claims; name and e-mail that they lack stay as known. */
export const readFacts = (
  claims: Claims,
  rule: RoleRule,
  known: Pick<PersonFacts, "name" | "email"> = { name: null, email: null },
): PersonFacts => ({
  name: textOf(claims["name"]) ?? textOf(claims["preferred_username"]) ?? known.name,
  email: textOf(claims["email"]) ?? known.email,
  roles: readRoles(claims, rule),
})
