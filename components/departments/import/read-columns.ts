import { type ExportColumn, type Field, type Fields, ownValue } from "@/lib/catalogue"

/** The fields by which a row may name its department: the first column's. */
export const keyFields = ["id", "externalId"] as const

export type KeyField = (typeof keyFields)[number]

/** A column whose cells say what a field, or a part of one, shall be. */
export interface ValueColumn {
  /** Its index in the row, from 0. */
  readonly at: number
  /** Its name, as an export has it: `phoneNumber.number`. */
  readonly id: string
  readonly path: readonly string[]
  readonly field: Field
}

/** Why a column is left out: nobody knows it, another one is the same, or no change may touch it. */
export type ColumnFault = "unknown_column" | "repeated_column" | "fixed_column"

export interface LeftColumn {
  /** Its name as the file has it. */
  readonly name: string
  readonly fault: ColumnFault
}

/** What the first row says of the columns; without a key nothing can be read. */
export interface ReadColumns {
  readonly key: KeyField | undefined
  readonly columns: readonly ValueColumn[]
  readonly left: readonly LeftColumn[]
}

/** What columns a file may have: those of the report's export, and of them those that may change. */
export interface ColumnFacts {
  readonly known: readonly ExportColumn[]
  readonly fields: Fields
  /** The names of the fields that may change. */
  readonly open: ReadonlySet<string>
  /** What people call a column, which exports may have as its head. */
  readonly labelOf: (id: string) => string
}

const plain = (name: string) => name.normalize("NFC").trim().toLowerCase()

function fieldAt(fields: Fields, path: readonly string[]): Field | undefined {
  const [name = "", ...rest] = path
  const field = ownValue(fields, name)
  return rest.length > 0 && field?.type === "object" ? fieldAt(field.fields, rest) : field
}

/** The known column that a head names, by its field names first, else by its label. */
function findColumn(head: string, { known, labelOf }: ColumnFacts): ExportColumn | undefined {
  const wanted = plain(head)
  return (
    known.find(({ id }) => plain(id) === wanted) ??
    known.find(({ id }) => plain(labelOf(id)) === wanted)
  )
}

/** Whether a head is of the names that an exported workbook has beside ids. */
const isNames = (head: string, { known, labelOf }: ColumnFacts): boolean =>
  known.some(
    ({ id }) =>
      plain(head) === plain(`${id}.name`) || plain(head).startsWith(plain(`${labelOf(id)} · `)),
  )

const isKey = (id: string | undefined): id is KeyField => keyFields.some((key) => key === id)

/** Reads the heads of a file's columns; heads may be field names or what people call them. */
export function readColumns(heads: readonly string[], facts: ColumnFacts): ReadColumns {
  const [first = "", ...others] = heads
  const key = findColumn(first, facts)?.id
  const columns: ValueColumn[] = []
  const left: LeftColumn[] = []
  const seen = new Set<string | undefined>([key])
  for (const [index, name] of others.entries()) {
    const column = findColumn(name, facts)
    const path = column?.path.map(([own = ""]) => own) ?? []
    const field = fieldAt(facts.fields, path)
    if (!column || !field) {
      if (name.trim() === "") continue
      left.push({ name, fault: isNames(name, facts) ? "fixed_column" : "unknown_column" })
    } else if (seen.has(column.id)) left.push({ name, fault: "repeated_column" })
    else if (!facts.open.has(path[0] ?? "")) left.push({ name, fault: "fixed_column" })
    else columns.push({ at: index + 1, id: column.id, path, field })
    if (column) seen.add(column.id)
  }
  return { key: isKey(key) ? key : undefined, columns, left }
}
