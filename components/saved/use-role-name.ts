import { useMessages } from "use-intl"
import { ownValue } from "@/lib/catalogue"

/** The display name of a role; unknown roles are shown as they are. */
export function useRoleName(): (role: string) => string {
  const { roles } = useMessages().frame
  const known: { readonly [role: string]: string } = roles
  return (role) => ownValue(known, role) ?? role
}
