import { type Domain, domains } from "./operation"

/** Roles of people. Other values of the identity's claim are ignored. */
export const roles = ["hr", "analyst", "admin"] as const
export type Role = (typeof roles)[number]

/** The domains that each role may read (architecture "Contracts", roles). */
export const readableDomains = {
  hr: ["training", "content", "users", "serviceform", "calendars", "highscores", "notifications"],
  analyst: ["kpis", "users"],
  admin: domains,
} as const satisfies Record<Role, readonly Domain[]>
