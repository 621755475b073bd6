import { useMessages } from "use-intl"

/** What people call a role; one that has no name here is called as it is. */
export function useRoleName(): (role: string) => string {
  const { roles } = useMessages().frame
  const known: { readonly [role: string]: string } = roles
  return (role) => (Object.hasOwn(known, role) ? (known[role] ?? role) : role)
}
