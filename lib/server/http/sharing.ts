import type { Domain } from "../../catalogue"
import { roles as allRoles, domainsOf, mayWrite, type Role, type Session } from "../../session"
import { BffError } from "./problem"

/**
 * Something that a person saves, with its owner and the role it is shared with; null if it is
 * private.
 */
export interface Shared {
  readonly owner: string
  readonly role: string | null
}

/** Who may read shared items: the owner, and people with one of these roles. */
export interface SharedReader {
  readonly person: string
  readonly roles: readonly string[]
}

/** Administrators see items shared with any role, because they may change them. */
export const readerOf = ({ sub: person, roles }: Session): SharedReader => ({
  person,
  roles: mayWrite(roles) ? allRoles : roles,
})

/** Owners may change their items, administrators those that are shared. */
export const mayChange = ({ sub, roles }: Session, { owner, role }: Shared): boolean =>
  owner === sub || (role !== null && mayWrite(roles))

/** The role of that name; null if it is null or no longer exists. */
export const roleOf = (name: string | null): Role | null =>
  allRoles.find((role) => role === name) ?? null

/** Throws `invalid_body` (400) unless the role may read the domain. */
export function requireReadableRole(domain: Domain, role: Role | null): void {
  if (role === null || domainsOf([role]).has(domain)) return
  throw new BffError("invalid_body", {
    errors: [{ parameter: "role", message: "People of this role may not read this." }],
  })
}
