import { type ExportColumn, type Field, type Fields, ownValue } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { findKey, type headsOf, type KeyField, keyUses } from "@/lib/client/files/department-keys"
import type { ColumnUse } from "@/lib/client/files/guess-uses"
import type { PhoneRules } from "../fields/phone-rules"

/** A column with values for a field, or for a part of one. */
export interface ValueColumn {
  /** Its index in the row, from 0. */
  readonly at: number
  /** Its name as in an export: `phoneNumber.number`. */
  readonly id: string
  readonly path: readonly string[]
  readonly field: Field
}

/** The use of each column in a file. */
export interface ImportColumns {
  readonly key: { readonly at: number; readonly field: KeyField }
  readonly values: readonly ValueColumn[]
  readonly splitPhone: PhoneRules["split"] | undefined
}

/**
 * The columns that a file may have: those of the report's export, and the editable ones among them.
 */
export interface ColumnFacts {
  readonly known: readonly ExportColumn[]
  readonly fields: Fields
  /** Names of the editable fields. */
  readonly open: ReadonlySet<string>
  /** A column's labels, in each language. */
  readonly labelsOf: typeof headsOf
  readonly splitPhone?: PhoneRules["split"] | undefined
}

/** A phone number in one cell, `+45 12 34 56 78`. */
const phoneColumn: ExportColumn = { id: "phoneNumber", path: [["phoneNumber"]] }

export const openColumns = ({ known, open }: ColumnFacts): ExportColumn[] =>
  [phoneColumn, ...known].filter(({ id }) => open.has(id.split(".")[0] ?? ""))

/** Possible uses of a file's columns, keys first. */
export const importUses = (facts: ColumnFacts, departments: readonly TreeEntry[]): ColumnUse[] => [
  ...keyUses(departments, facts.labelsOf),
  ...openColumns(facts).map(({ id }) => ({ id, heads: facts.labelsOf(id) })),
]

function fieldAt(fields: Fields, path: readonly string[]): Field | undefined {
  const [name = "", ...rest] = path
  const field = ownValue(fields, name)
  return rest.length > 0 && field?.type === "object" ? fieldAt(field.fields, rest) : field
}

/** Reads the columns by their chosen use; requires a key and at least one value. */
export function readColumns(
  uses: readonly (string | null)[],
  facts: ColumnFacts,
): ImportColumns | { readonly missing: "key" | "values" } {
  const open = new Map(openColumns(facts).map((column) => [column.id, column]))
  const values = uses.flatMap((use, at): ValueColumn[] => {
    const column = use === null ? undefined : open.get(use)
    const path = column?.path.map(([own = ""]) => own) ?? []
    const field = fieldAt(facts.fields, path)
    return column && field ? [{ at, id: column.id, path, field }] : []
  })
  const key = findKey(uses)
  if (!key) return { missing: "key" }
  if (values.length === 0) return { missing: "values" }
  return { key, values, splitPhone: facts.splitPhone }
}
