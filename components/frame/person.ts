/** The signed-in person as the frame shows them. */
export interface FramePerson {
  readonly id: string
  /** Tells them from others with each change. */
  readonly key: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly role: "hr" | "analyst" | "admin" | "none"
}

/** The widest of a person's roles, which is what the frame calls them. */
export const mainRole = (roles: readonly string[]): FramePerson["role"] =>
  (["admin", "hr", "analyst"] as const).find((role) => roles.includes(role)) ?? "none"

/** What the person is called, where that is known. */
export const nameOf = ({ name, email }: FramePerson): string | undefined => name ?? email

/** Up to two letters that stand for a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s.@]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("")
