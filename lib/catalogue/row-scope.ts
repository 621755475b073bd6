import { z } from "zod"

/** Row scopes as stored orders hold them. */
export const rowScopeSchema = z.literal("all")

/** Whose rows a read of records may see: everybody's. */
export type RowScope = z.infer<typeof rowScopeSchema>

/** A row scope as a part of keys: different for scopes that see different rows. */
export function printRowScope(scope: RowScope): string {
  switch (scope) {
    case "all":
      return scope
    default:
      return JSON.stringify(scope satisfies never)
  }
}
