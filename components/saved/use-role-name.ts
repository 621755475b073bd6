import { useMessages } from "use-intl"
import { ownValue } from "@/lib/catalogue"

/** What people call a role; one that has no name here is called as it is. */
export function useRoleName(): (role: string) => string {
  const { roles } = useMessages().frame
  const known: { readonly [role: string]: string } = roles
  return (role) => ownValue(known, role) ?? role
}
