import {
  type Catalogue,
  fieldsOf,
  findOperation,
  listOperations,
  recordType,
  singleOperations,
} from "./catalogue"
import { type Field, type Fields, isScalar, type ScalarField, string } from "./field"
import {
  answersVersion,
  comparisons,
  F,
  FS,
  type ListOperation,
  list,
  type Operation,
  type Property,
  type SingleOperation,
  textMatches,
} from "./operation"

const textOperators = [...comparisons, ...textMatches]

/** The property that searches all texts of a record. */
const searchProperty = "search"

/** The property of a field that copies can compare, because its value is stored. */
function propertyOf({ type, deprecated, sameAs, daysSince }: ScalarField): Property | undefined {
  if (daysSince || type === "url" || deprecated?.constant !== undefined || sameAs !== undefined)
    return undefined
  if (type === "localdatetime") return FS("datetime")
  return FS(type, type === "string" ? { operators: textOperators } : {})
}

/**
 * The list that is copied for an operation's records: among versions, the one that sends most
 * fields.
 */
export function copySource(from: Catalogue, operation: ListOperation): ListOperation {
  const same = listOperations(from).filter(({ record }) => record === operation.record)
  const width = (each: ListOperation) => Object.keys(fieldsOf(from, each)).length
  return same.reduce((best, each) => (width(each) > width(best) ? each : best), operation)
}

/**
 * Whether a text is meant for people: neither one of a field's known values nor a technical name.
 */
const isRead = (name: string, field: Field): boolean =>
  field.type === "string" &&
  field.values === undefined &&
  field.deprecated?.constant === undefined &&
  !/culture|timezone/i.test(name)

/**
 * Which texts of a field are searched: its own, those of the named fields of its list's objects, or
 * none.
 */
export function readTexts(name: string, field: Field): "own" | "none" | readonly string[] {
  if (isScalar(field)) return isRead(name, field) ? "own" : "none"
  if (field.type !== "array" || field.items.type !== "object") return "none"
  const inner = Object.entries(field.items.fields).filter(([key, of]) => isRead(key, of))
  return inner.length > 0 ? inner.map(([key]) => key) : "none"
}

/** The fields that a record has only when read by id. Null in lists. */
export function byIdFields(from: Catalogue, { record, nulls = [] }: ListOperation): string[] {
  const singles = singleOperations(from).filter((single) => single.record === record)
  return nulls.filter((name) => singles.some(({ filled = [] }) => filled.includes(name)))
}

const culture = "culture"
/** Names of the fields that hold a text's language. */
const cultureMembers = [culture, "cultureCode"] as const

/**
 * The languages of an array of texts. Copies of records by id use it to find those that lack one.
 */
function culturesOf(from: Catalogue, operation: ListOperation): [string, Property][] {
  const isNamed = operation.readById !== undefined
  const fields = fieldsOf(from, operation)
  const names = isNamed ? Object.keys(fields) : byIdFields(from, operation)
  const [elementOf] = names.flatMap((field) => {
    const { type, ...of } = fields[field] ?? string()
    if (type !== "array" || !("items" in of) || of.items.type !== "object") return []
    const { fields: inner } = of.items
    const member = cultureMembers.find((each) => each in inner)
    return member ? [{ field, member, ...(isNamed && { nullIsEmpty: true as const }) }] : []
  })
  return elementOf ? [[culture, F("string", { operators: ["eq", "ne"], elementOf })]] : []
}

/** The departments of the rows' people, including ancestors. */
function withinPlaces(fields: Fields): [string, Property][] {
  const [found] =
    Object.entries(fields).find(([, { placeOf }]) => placeOf?.place === "department") ?? []
  return found ? [["userWithin", F("guid", { withinOf: found })]] : []
}

/** The members of an object, named as in exports: `phoneNumber.number`. */
function membersOf(field: string, of: Field): [string, Property][] {
  if (of.type !== "object") return []
  return Object.entries(of.fields).flatMap(([member, inner]) => {
    const property = isScalar(inner) ? propertyOf(inner) : undefined
    return property ? [[`${field}.${member}`, { ...property, memberOf: { field, member } }]] : []
  })
}

function propertiesOf(from: Catalogue, operation: ListOperation): ListOperation["properties"] {
  const named = new Map(
    Object.entries(operation.properties).map(([name, { field }]) => [field ?? name, name]),
  )
  const { scope, computed } = recordType(from, operation.record)
  const own = { ...fieldsOf(from, operation), ...computed }
  const fields = Object.entries(own).flatMap(([field, of]): [string, Property][] => {
    if (operation.nulls?.includes(field)) return []
    if (!isScalar(of)) return membersOf(field, of)
    const property = propertyOf(of)
    if (!property) return []
    const name = named.get(field) ?? field
    return [[name, name === field ? property : { ...property, field }]]
  })
  const known = new Set(fields.map(([name]) => name))
  const parents = scope
    .filter((parameter) => !known.has(parameter))
    .map((parameter) => [parameter, FS("guid", { parent: parameter })] as const)
  const search: Property = {
    type: "string",
    filter: true,
    sort: false,
    operators: ["contains"],
    speaksOf: "all-texts",
  }
  const all = Object.entries(recordType(from, operation.record).fields)
  const hasTexts = all.some(([name, field]) => readTexts(name, field) !== "none")
  return Object.fromEntries([
    ...parents,
    ...fields,
    ...culturesOf(from, operation),
    ...withinPlaces(computed ?? {}),
    ...(hasTexts ? [[searchProperty, search] as const] : []),
  ])
}

/** The id of the whole list of a copied list: `all-content-posts`. */
const wholeId = (source: Pick<ListOperation, "id">) => `all-${source.id}`

/**
 * All records of a list, under whatever path, as only copies can list them. Every stored field
 * filters and sorts, texts also by substring, and the path ids are fields. Read like any other
 * list, with the same grammar; newest first if records have a time.
 */
export function wholeList(from: Catalogue, operation: ListOperation): ListOperation {
  const { gates: _gates, deprecated, note, ...source } = copySource(from, operation)
  const byId = byIdFields(from, source)
  return {
    ...source,
    id: wholeId(source),
    title: source.wholeTitle ?? source.title,
    wholeOf: source.id,
    within: source.parameters,
    parameters: {},
    version: answersVersion,
    path: `/${source.id}`,
    properties: propertiesOf(from, source),
    defaultSort: source.pageSort ?? source.defaultSort,
    limit: { default: 200, maximum: 1000 },
    ...(note && !deprecated && { note }),
    ...(source.nulls && { nulls: source.nulls.filter((name) => !byId.includes(name)) }),
  }
}

/**
 * A by-id operation as the list of its records under one path. Undefined if a list of the platform
 * sends them.
 */
function listOfNamed(
  from: Catalogue,
  { namedRecords, parameters, gates: _gates, kind: _kind, ...single }: SingleOperation,
): ListOperation | undefined {
  if (!namedRecords || listOperations(from).some(({ record }) => record === single.record))
    return undefined
  const { id, title, sort, note } = namedRecords
  return list({
    ...single,
    id,
    title,
    note,
    readById: single.id,
    parameters: Object.fromEntries(Object.entries(parameters).slice(0, -1)),
    defaultSort: sort,
    properties: {},
  })
}

function wholeSourcesOf(from: Catalogue, operation: Operation): ListOperation[] {
  if (operation.kind === "list") return [copySource(from, operation)]
  const named = operation.kind === "single" ? listOfNamed(from, operation) : undefined
  return named ? [named] : []
}

/** The whole lists of each catalogue, cached since catalogues do not change. */
const known = new WeakMap<Catalogue, readonly ListOperation[]>()

/**
 * The whole list of each kind of record, in the catalogue's order. For records sent only by id,
 * those named by the workspace.
 */
export function wholeLists(from: Catalogue): readonly ListOperation[] {
  const before = known.get(from)
  if (before) return before
  const sources = from.operations.flatMap((operation) => wholeSourcesOf(from, operation))
  const lists = [...new Set(sources)].map((source) => wholeList(from, source))
  known.set(from, lists)
  return lists
}

/** The catalogue with the whole lists added to the platform's operations. */
export const withWholeLists = (from: Catalogue): Catalogue => ({
  ...from,
  operations: [...from.operations, ...wholeLists(from)],
})

/**
 * The list of that id shown by a report, the platform's or a whole one, or undefined. For untrusted
 * ids.
 */
export function findList(from: Catalogue, id: string): ListOperation | undefined {
  const operation = findOperation(from, id)
  if (operation) return operation.kind === "list" ? operation : undefined
  return wholeLists(from).find((list) => list.id === id)
}

/** The whole list of a platform list. A whole list returns itself. */
export const wholeListOf = (from: Catalogue, operation: ListOperation): ListOperation | undefined =>
  wholeLists(from).find(({ record }) => record === operation.record)

/**
 * The platform list that a whole list contains. Undefined for any other operation, or if the
 * platform has no such list.
 */
export function sourceOfWhole(from: Catalogue, operation: Operation): ListOperation | undefined {
  if (operation.kind !== "list" || operation.wholeOf === undefined) return undefined
  const source = findOperation(from, operation.wholeOf)
  return source?.kind === "list" ? source : undefined
}

/** The operations that list the parent records of an operation's lists. */
export function parentOperations(from: Catalogue, id: string): readonly string[] {
  const kind = Object.values(findOperation(from, id)?.parameters ?? {}).at(-1)
  const lists = listOperations(from).filter(({ record }) => record === kind)
  return [...new Set(lists.map((each) => copySource(from, each).id))]
}
