import type { Catalogue, Field, Fields, Operation, Property, RecordType } from ".."
import { domains, listOperations, operatorsOf, valueTypes, versions } from ".."
import { Facts } from "./facts"

const keyOf = (operation: Operation) => `${operation.method} /${operation.version}${operation.path}`

function typeText(field: Field): string {
  if (field.type === "array") return `array<${typeText(field.items)}>`
  return field.type === "object" ? fieldsText(field.fields) : field.type
}

const fieldsText = (fields: Fields): string =>
  `{${Object.entries(fields)
    .map(([name, field]) => `${name} ${typeText(field)}`)
    .join(", ")}}`

function describeValues(facts: Facts, path: string, field: Field) {
  if (field.values) facts.add(`${path} values`, field.values.join(", "))
  const inner = field.type === "array" ? field.items : field
  if (inner.type === "object")
    for (const [name, nested] of Object.entries(inner.fields))
      describeValues(facts, `${path}.${name}`, nested)
}

function describeRecord(facts: Facts, from: Catalogue, record: RecordType) {
  const { section, fields, scope, hidden } = record
  facts.add(`${section} fields`, Object.keys(fields).join(", "))
  facts.add(`${section} scope`, scope.join(", "))
  for (const [name, field] of Object.entries(fields)) {
    const path = `${section} ${name}`
    facts.add(`${path} type`, typeText(field))
    describeValues(facts, path, field)
    if (field.deprecated) facts.add(`${path} constant`, `${field.deprecated.constant}`)
    if (field.sameAs) facts.add(`${path} same as`, field.sameAs)
    if (field.link) {
      const target = from.operations.find(({ id }) => id === field.link)
      facts.add(`${path} link`, target ? keyOf(target) : field.link)
    }
  }
  for (const [name, field] of Object.entries(hidden ?? {}))
    facts.add(`${section} hidden ${name}`, typeText(field))
}

function propertyText(property: Property): string {
  const flags = [property.filter && "F", property.sort && "S"].filter(Boolean)
  const isKnown = property.type in valueTypes
  const compared = property.filter && isKnown ? operatorsOf(property) : []
  const field = property.field ? ["as", property.field] : []
  return [property.type, ...flags, ...compared, ...field].join(" ")
}

function describeOperation(facts: Facts, from: Catalogue, operation: Operation, number: number) {
  const key = keyOf(operation)
  const section = from.records[operation.record]?.section ?? ""
  const add = (what: string, value: string) => facts.add(`${key} ${what}`, value)
  add("number", `${number}`)
  add("kind", operation.kind)
  add("domain", operation.domain)
  add("record", section)
  add("path parameters", Object.keys(operation.parameters).join(", "))
  add("deprecated", `${operation.deprecated !== undefined}`)
  if (operation.deprecated) add("successor", operation.deprecated.successor)
  for (const { parameter, feature } of operation.gates ?? [])
    add(`gate ${feature} on ${operation.parameters[parameter]}`, "required")
  for (const name of operation.nulls ?? []) add(`null ${name}`, "always")
  for (const name of operation.filled ?? []) add(`filled ${name}`, "always")
  for (const name of operation.omits ?? []) add(`without ${name}`, "always")
  if (operation.note?.includes("half hour past the hour")) add("refreshed", "half past the hour")
  facts.add(`${operation.version} ${operation.kind} of ${section}`, "offered")
  if (operation.kind !== "list") return
  add("default sort", operation.defaultSort)
  add("limit", `${operation.limit.default}/${operation.limit.maximum}`)
  for (const [name, property] of Object.entries(operation.properties))
    add(`property ${name}`, propertyText(property))
}

function describeWorkspace(
  facts: Facts,
  from: Catalogue,
  parent: string | undefined,
  path: string,
) {
  for (const [kind, container] of Object.entries(from.containers)) {
    if (container.workspace === undefined || container.parent !== parent) continue
    if (container.inRecords) continue
    facts.add(`workspace ${path}${container.workspace}`, "list")
    if (kind === "dataSet") facts.add(`workspace ${path}${container.workspace}.unit`, "text")
    describeWorkspace(facts, from, kind, `${path}${container.workspace}.`)
  }
}

/** Describes a catalogue as facts, under the same keys as the specification. */
export function describeCatalogue(from: Catalogue): Facts {
  const facts = new Facts()
  for (const record of Object.values(from.records)) describeRecord(facts, from, record)
  for (const [at, operation] of from.operations.entries())
    describeOperation(facts, from, operation, at + 1)
  describeWorkspace(facts, from, undefined, "")
  const count = (kind: string) =>
    from.operations.filter((operation) => operation.kind === kind).length
  const bySection = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true })
  const sections = Object.values(from.records).map(({ section }) => section)
  const limits = listOperations(from).map(({ limit }) => `${limit.default}/${limit.maximum}`)
  facts.add("records", sections.toSorted(bySection).join(", "))
  facts.add(
    "operations",
    [from.operations.length, count("list"), count("single"), count("patch")].join(", "),
  )
  facts.add("limits", [...new Set(limits)].toSorted().join(", "))
  facts.add("versions", versions.join(", "))
  facts.add("domains", domains.join(", "))
  return facts
}
