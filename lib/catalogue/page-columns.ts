import { pathIdsOf } from "./catalogue"
import type { Field, Fields } from "./field"
import type { ListOperation } from "./operation"
import { ownValue } from "./own-value"
import { fieldWord, shownFields } from "./presentation"

/** The column of the id itself, where the one called `id` shows names. */
export const ownIdColumn = "id.raw"

/** One column of a report, derived from the catalogue; plain data. */
export interface FieldColumn {
  /** The column's id: the field's name, but for a second column of the id. */
  readonly name: string
  /** The names under which the value may be sent; the first that is there is read (decisions "Names said in two ways"). */
  readonly names: readonly string[]
  readonly field: Field
  /** The property by which the list is sorted and filtered for this column. */
  readonly property?: string
  readonly sortable: boolean
  readonly filterable?: boolean
  /** The field whose name people read above it, where that is not its own. */
  readonly labelName?: string
  /** Its values are names or stand for names, which need room; titles need more. */
  readonly room?: "name" | "title"
  /** Where it holds nothing, the row's id stands for it, by its name where one is known. */
  readonly orId?: boolean
  /** Shows ids as they are, also where names are known for them. */
  readonly isRaw?: boolean
  /** Shown only where somebody chooses it: a name stands for the id. */
  readonly isHidden?: boolean
  /** What to do instead of using this field. */
  readonly deprecated?: string
}

const namingFields = new Set(["name", "label", "title"])

const isCultures = (field: Field): boolean =>
  field.type === "array" && field.items.type === "object" && "culture" in field.items.fields

/** The column that tells rows apart leads, then come those that are shown; ids, addresses and deprecated fields close. */
function rank(column: FieldColumn, leader: FieldColumn | undefined, shown: readonly string[]) {
  if (column.name === leader?.name) return -1
  const place = column.isHidden ? -1 : shown.indexOf(column.name)
  if (place >= 0) return place
  if (column.deprecated) return shown.length + 3
  if (column.field.type === "url" || column.name === ownIdColumn) return shown.length + 2
  return shown.length + (column.name === "id" ? 1 : 0)
}

const propertyFor = (operation: ListOperation, names: readonly string[]): string | undefined =>
  Object.entries(operation.properties).find(([name, property]) =>
    names.includes(property.field ?? name),
  )?.[0]

function columnOf(
  operation: ListOperation,
  name: string,
  field: Field,
  aliases: string[],
): FieldColumn {
  const names = [name, ...aliases]
  const property = propertyFor(operation, names)
  const word = fieldWord(operation.record, name)
  return {
    name,
    names,
    field,
    sortable: property !== undefined && ownValue(operation.properties, property)?.sort === true,
    ...(property !== undefined && { property }),
    ...(word !== name && { labelName: word }),
    ...(property !== undefined &&
      ownValue(operation.properties, property)?.filter && { filterable: true }),
    ...(field.deprecated && { deprecated: field.deprecated.note }),
  }
}

/** What the parts of a leading column are named by. */
const namedBy = ({ field }: FieldColumn): string | undefined =>
  field.type === "array" && field.items.type === "object"
    ? Object.keys(field.items.fields).find((name) => namingFields.has(name))
    : undefined

/** The columns with the one that tells rows apart as such: its names under "Title" where it has no name of its own, and the bare id beside it. */
function leadBy(
  leader: FieldColumn | undefined,
  columns: readonly FieldColumn[],
  { namedById, within = {} }: ListOperation,
) {
  return columns.flatMap((column): FieldColumn[] => {
    const { name, field } = column
    if (Object.hasOwn(within, name)) return [{ ...column, room: "name" }]
    if (column !== leader)
      return [name === "id" ? { ...column, isRaw: true, isHidden: true } : column]
    const part = namedBy(column)
    if (part) {
      const room = part === "title" ? "title" : "name"
      return [{ ...column, labelName: part, room, ...(namedById && { orId: true }) }]
    }
    if (name !== "id") return [{ ...column, room: "name" }]
    if (!namedById) return [column]
    return [
      { ...column, labelName: "title", room: "title" },
      {
        name: ownIdColumn,
        names: ["id"],
        field,
        sortable: false,
        labelName: "id",
        isRaw: true,
        isHidden: true,
      },
    ]
  })
}

/**
 * The columns of a list: one for each field that it can fill. Fields that the operation always leaves
 * null have none, and two names of one value share theirs. Where the workspace names the rows by their
 * ids, the id's column shows these names, and a further one the ids. The catalogue's presentation says
 * which lead and are shown; of a record that it does not know all are, led by a name where there is one.
 */
export function columnsOf(operation: ListOperation, fields: Fields): FieldColumn[] {
  const alwaysNull = new Set(operation.nulls ?? [])
  const shown = Object.entries(fields).filter(([name]) => !alwaysNull.has(name))
  const aliasesOf = (name: string) =>
    shown.filter(([, field]) => field.sameAs === name).map(([alias]) => alias)
  const columns = shown
    .filter(([, field]) => field.sameAs === undefined || !Object.hasOwn(fields, field.sameAs))
    .map(([name, field]) => columnOf(operation, name, field, aliasesOf(name)))
  const pathIds = pathIdsOf(operation)
  const presented = shownFields(operation)
  const leader =
    presented?.flatMap((name) => columns.find((column) => column.name === name) ?? [])[0] ??
    columns.find(({ name }) => namingFields.has(name)) ??
    columns.find(({ field }) => isCultures(field)) ??
    (operation.namedById ? undefined : columns.find(({ name }) => pathIds.includes(name))) ??
    columns.find(({ name }) => name === "id")
  const order = presented ?? []
  return leadBy(leader, columns, operation)
    .map((column) =>
      presented && !presented.includes(column.name) ? { ...column, isHidden: true } : column,
    )
    .toSorted((a, b) => rank(a, leader, order) - rank(b, leader, order))
}

/** A column's value in a row, or the id that stands for it; null where it is absent. */
export function readValue(
  column: FieldColumn,
  row: { readonly [field: string]: unknown },
): unknown {
  for (const name of column.names) {
    const value = row[name]
    if (value !== undefined && value !== null) return value
  }
  return column.orId ? (row["id"] ?? null) : null
}
