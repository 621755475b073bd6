import { ownValue } from "../catalogue"
import type { Claims } from "./identity-client"
import { parseRoles } from "./roles"
import type { PersonFacts } from "./session-store"

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

/** Name, e-mail and roles from the identity's claims; name and e-mail that they lack stay as known. */
export const readFacts = (
  claims: Claims,
  roleClaim: string,
  known: Pick<PersonFacts, "name" | "email"> = { name: null, email: null },
): PersonFacts => ({
  name: textOf(claims["name"]) ?? textOf(claims["preferred_username"]) ?? known.name,
  email: textOf(claims["email"]) ?? known.email,
  roles: parseRoles(ownValue(claims, roleClaim)),
})
