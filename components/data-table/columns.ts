import type { Field, Fields, ListOperation } from "@/lib/catalogue"

/** One column of a report, derived from the catalogue; plain data. */
export interface Column {
  /** The field's name, which is also the column's id. */
  readonly name: string
  /** The names under which the value may be sent; the first that is there is read (decisions "Names said in two ways"). */
  readonly names: readonly string[]
  readonly field: Field
  /** The property by which the list is sorted and filtered for this column. */
  readonly property?: string
  readonly sortable: boolean
  readonly filterable?: boolean
  /** Its values are names or stand for names, which need room. */
  readonly wide?: boolean
  /** What to do instead of using this field. */
  readonly deprecated?: string
}

const namingFields = new Set(["name", "label", "title"])

const isCultures = (field: Field): boolean =>
  field.type === "array" && field.items.type === "object" && "culture" in field.items.fields

/** Columns that tell rows apart by name lead, else the id does; addresses and deprecated fields close. */
function rank(column: Column, leader: Column | undefined): number {
  if (column === leader) return 0
  if (column.deprecated) return 4
  if (column.field.type === "url") return 3
  return column.name === "id" ? 2 : 1
}

const propertyFor = (operation: ListOperation, names: readonly string[]): string | undefined =>
  Object.entries(operation.properties).find(([name, property]) =>
    names.includes(property.field ?? name),
  )?.[0]

function columnOf(operation: ListOperation, name: string, field: Field, aliases: string[]): Column {
  const names = [name, ...aliases]
  const property = propertyFor(operation, names)
  return {
    name,
    names,
    field,
    sortable: property !== undefined && operation.properties[property]?.sort === true,
    ...(property !== undefined && { property }),
    ...(property !== undefined && operation.properties[property]?.filter && { filterable: true }),
    ...(field.deprecated && { deprecated: field.deprecated.note }),
  }
}

/**
 * The columns of a list: one for each field that it can fill. Fields that the operation always leaves
 * null have none, and two names of one value share theirs. `namedById` says that the rows' ids are
 * shown as names.
 */
export function columnsOf(
  operation: ListOperation,
  fields: Fields,
  { namedById = false }: { namedById?: boolean } = {},
): Column[] {
  const alwaysNull = new Set(operation.nulls ?? [])
  const shown = Object.entries(fields).filter(([name]) => !alwaysNull.has(name))
  const aliasesOf = (name: string) =>
    shown.filter(([, field]) => field.sameAs === name).map(([alias]) => alias)
  const columns = shown
    .filter(([, field]) => field.sameAs === undefined || !Object.hasOwn(fields, field.sameAs))
    .map(([name, field]) => columnOf(operation, name, field, aliasesOf(name)))
  const leader =
    columns.find(({ name }) => namingFields.has(name)) ??
    columns.find(({ field }) => isCultures(field)) ??
    columns.find(({ name }) => name === "id")
  const wide = leader?.field.type !== "guid" || namedById
  return columns
    .toSorted((a, b) => rank(a, leader) - rank(b, leader))
    .map((column) => (column === leader && wide ? { ...column, wide } : column))
}

/** A column's value in a row; null where it is absent. */
export function readValue(column: Column, row: { readonly [field: string]: unknown }): unknown {
  for (const name of column.names) {
    const value = row[name]
    if (value !== undefined && value !== null) return value
  }
  return null
}
