import { type Domain, domains, type Role, type RowScope, roles } from "../catalogue"

export { type Role, roles }

const readable = {
  hr: ["training", "content", "users", "serviceform", "calendars", "highscores", "notifications"],
  analyst: ["kpis", "users"],
  admin: domains,
} as const satisfies Record<Role, readonly Domain[]>

const sights = new Map<string, { domains: ReadonlySet<Domain>; visibility: string }>()

/** What people of these roles may read, worked out once for each set of roles. */
function sightOf(held: readonly Role[]) {
  const name = held.join(" ")
  const known = sights.get(name)
  if (known) return known
  const domains = new Set<Domain>(held.flatMap((role) => readable[role]))
  const sight = { domains, visibility: [...domains].toSorted().join(" ") }
  sights.set(name, sight)
  return sight
}

/** The domains that people of these roles may read (architecture "Contracts", roles); none without a role. */
export const domainsOf = (held: readonly Role[]): ReadonlySet<Domain> => sightOf(held).domains

/** Whether people of these roles may change departments and the workspace. */
export const mayWrite = (held: readonly Role[]): boolean => held.includes("admin")

/** Whether people of these roles may know the name of everybody; others are told those of whom they are shown. */
export const knowsNames = (held: readonly Role[]): boolean =>
  held.includes("hr") || held.includes("admin")

/** What a person sees, as text: equal for people who may read the same domains. */
export const visibilityOf = (held: readonly Role[]): string => sightOf(held).visibility

/** Whose rows a person sees of what they may read, decided here alone: today everybody sees all. */
export const rowScopeOf = (_session: {
  readonly sub: string
  readonly roles: readonly Role[]
}): RowScope => "all"

/** The known roles of a claim, which is a list or a text of names separated by commas or spaces. */
export function parseRoles(claim: unknown): Role[] {
  const names = typeof claim === "string" ? claim.split(/[\s,]+/) : claim
  return Array.isArray(names) ? roles.filter((role) => names.includes(role)) : []
}
