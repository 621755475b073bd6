export interface FramePerson {
  readonly id: string
  /** Identifies the person in every change request. */
  readonly key: string
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly role: "hr" | "analyst" | "admin" | "none"
}

/** The most powerful of a person's roles, which the frame displays. */
export const mainRole = (roles: readonly string[]): FramePerson["role"] =>
  (["admin", "hr", "analyst"] as const).find((role) => roles.includes(role)) ?? "none"

/** The person's display name, if known. */
export const nameOf = ({ name, email }: FramePerson): string | undefined => name ?? email

/** Up to two initials of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s.@]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("")
