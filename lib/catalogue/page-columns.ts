import { pathIdsOf } from "./catalogue"
import type { Field, Fields } from "./field"
import type { ListOperation } from "./operation"
import { ownValue } from "./own-value"
import { fieldWord, shownFields } from "./presentation"

/** The column of the raw id, if the one called `id` shows names. */
export const ownIdColumn = "id.raw"

/** One column of a report, derived from the catalogue. Plain data. */
export interface FieldColumn {
  /** The column's id: the field's name, except for a second column of the id. */
  readonly name: string
  /**
   * The names under which the value may be sent. The first one present is read (decisions "Names
   * said in two ways").
   */
  readonly names: readonly string[]
  readonly field: Field
  /** The property that sorts and filters this column. */
  readonly property?: string
  readonly sortable: boolean
  readonly filterable?: boolean
  /** The field whose name labels the column, if not its own. */
  readonly labelName?: string
  /** Width class: values are names or resolve to names; titles are wider. */
  readonly room?: "name" | "title"
  /** If it is empty, the row's id is shown instead, by name if one is known. */
  readonly orId?: boolean
  /** Shows raw ids, even if names are known for them. */
  readonly isRaw?: boolean
  /** Hidden by default: a name is shown instead of the id. */
  readonly isHidden?: boolean
  /** What to use instead of this field. */
  readonly deprecated?: string
}

const namingFields = new Set(["name", "label", "title"])

const isCultures = (field: Field): boolean =>
  field.type === "array" && field.items.type === "object" && "culture" in field.items.fields

/**
 * Order: the identifying column first, then shown ones. Ids, URLs and deprecated fields come last.
 */
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

/** The field that names the parts of a leading column. */
const namedBy = ({ field }: FieldColumn): string | undefined =>
  field.type === "array" && field.items.type === "object"
    ? Object.keys(field.items.fields).find((name) => namingFields.has(name))
    : undefined

/**
 * Marks the identifying column: titled "Title" if it has no name of its own, with the raw id in a
 * column beside it.
 */
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
 * The columns of a list: one per field that it can fill. Fields that the operation always leaves
 * null have none, and two names of one value share a column. If the workspace names the rows by id,
 * the id's column shows these names and another one the ids. The catalogue's presentation
 * determines which columns lead and are shown. For a record unknown to it all are shown, led by a
 * name if there is one.
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

/** A column's value in a row, or the id shown instead. Null if it is absent. */
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
