import { parseGuid } from "@/lib/catalogue"
import type { ColumnUse } from "./guess-uses"

/** What a column of a file of names may hold. */
export type NameColumn = "kind" | "id" | "name" | "parent" | "department" | "email" | "title"

/** Usual headers in English, Danish and German. */
const heads: Readonly<Record<NameColumn, readonly string[]>> = {
  kind: ["kind", "type", "slags", "Art", "Typ"],
  id: ["id", "user id", "guid", "bruger-id", "Benutzer-ID"],
  name: ["name", "full name", "navn", "fulde navn", "Vollständiger Name"],
  parent: ["parent", "parent id", "overordnet", "Übergeordnet"],
  department: ["department", "afdeling", "Abteilung"],
  email: ["email", "email address", "mail", "E-Mail-Adresse"],
  title: ["title", "job title", "position", "titel", "stilling", "Stelle"],
}

const fits: { readonly [Column in NameColumn]?: (value: string) => boolean } = {
  id: (value) => parseGuid(value) !== undefined,
  email: (value) => value.includes("@"),
}

/** The columns of a file of names, to guess them by header and values. */
export const nameUses = (columns: readonly NameColumn[]): ColumnUse[] =>
  columns.map((id) => ({ id, heads: heads[id], ...(fits[id] && { fits: fits[id] }) }))
