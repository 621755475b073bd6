import { type ExportColumn, type Field, type Fields, ownValue } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import { findKey, type headsOf, type KeyField, keyUses } from "@/lib/client/files/department-keys"
import type { ColumnUse } from "@/lib/client/files/guess-uses"
import type { PhoneRules } from "../fields/phone-rules"

/** A column whose cells say what a field, or a part of one, shall be. */
export interface ValueColumn {
  /** Its index in the row, from 0. */
  readonly at: number
  /** Its name, as an export has it: `phoneNumber.number`. */
  readonly id: string
  readonly path: readonly string[]
  readonly field: Field
}

/** What the columns of a file are for. */
export interface ImportColumns {
  readonly key: { readonly at: number; readonly field: KeyField }
  readonly values: readonly ValueColumn[]
  readonly splitPhone: PhoneRules["split"] | undefined
}

/** What columns a file may have: those of the report's export, and of them those that may change. */
export interface ColumnFacts {
  readonly known: readonly ExportColumn[]
  readonly fields: Fields
  /** The names of the fields that may change. */
  readonly open: ReadonlySet<string>
  /** What people call a column, in each language. */
  readonly labelsOf: typeof headsOf
  readonly splitPhone?: PhoneRules["split"] | undefined
}

/** A phone number in one cell, `+45 12 34 56 78`. */
const phoneColumn: ExportColumn = { id: "phoneNumber", path: [["phoneNumber"]] }

/** The columns that can be changed. */
export const openColumns = ({ known, open }: ColumnFacts): ExportColumn[] =>
  [phoneColumn, ...known].filter(({ id }) => open.has(id.split(".")[0] ?? ""))

/** What a file's columns can be for, the keys first. */
export const importUses = (facts: ColumnFacts, departments: readonly TreeEntry[]): ColumnUse[] => [
  ...keyUses(departments, facts.labelsOf),
  ...openColumns(facts).map(({ id }) => ({ id, heads: facts.labelsOf(id) })),
]

function fieldAt(fields: Fields, path: readonly string[]): Field | undefined {
  const [name = "", ...rest] = path
  const field = ownValue(fields, name)
  return rest.length > 0 && field?.type === "object" ? fieldAt(field.fields, rest) : field
}

/** What the columns are for, by the use that was chosen for each; without a key or a value nothing can be read. */
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
