/** What a person can be here; other values of the identity's claim are ignored. */
export const roles = ["hr", "analyst", "admin"] as const
export type Role = (typeof roles)[number]
