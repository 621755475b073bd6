import type { Domain } from "../../catalogue"
import { roles as allRoles, domainsOf, mayWrite, type Role, type Session } from "../../session"
import { BffError } from "./problem"

/** Something that people save: whose it is, and the role that it is shared with; null for nobody. */
export interface Shared {
  readonly owner: string
  readonly role: string | null
}

/** Who reads what people save: their own, and what is shared with one of these roles. */
export interface SharedReader {
  readonly person: string
  readonly roles: readonly string[]
}

/** Administrators see what is shared with any role, because they may change it. */
export const readerOf = ({ sub: person, roles }: Session): SharedReader => ({
  person,
  roles: mayWrite(roles) ? allRoles : roles,
})

/** Its owner may change it, and an administrator where it is shared. */
export const mayChange = ({ sub, roles }: Session, { owner, role }: Shared): boolean =>
  owner === sub || (role !== null && mayWrite(roles))

/** The role of that name; null for nobody, and for a role that there is not any more. */
export const roleOf = (name: string | null): Role | null =>
  allRoles.find((role) => role === name) ?? null

/** Throws `invalid_body` (400) unless people of the role may read the domain. */
export function requireReadableRole(domain: Domain, role: Role | null): void {
  if (role === null || domainsOf([role]).has(domain)) return
  throw new BffError("invalid_body", {
    errors: [{ parameter: "role", message: "People of this role may not read this." }],
  })
}
