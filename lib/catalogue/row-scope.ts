import { z } from "zod"

/** Row scopes as saved in stored orders. */
export const rowScopeSchema = z.literal("all")

/** Whose rows a read may see: everybody's. */
export type RowScope = z.infer<typeof rowScopeSchema>

/** A row scope as part of a key. Differs between scopes that see different rows. */
export function printRowScope(scope: RowScope): string {
  switch (scope) {
    case "all":
      return scope
    default:
      return JSON.stringify(scope satisfies never)
  }
}
