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

function describeValues(facts: Facts, place: string, field: Field) {
  if (field.values) facts.say(`${place} values`, field.values.join(", "))
  const inner = field.type === "array" ? field.items : field
  if (inner.type === "object")
    for (const [name, nested] of Object.entries(inner.fields))
      describeValues(facts, `${place}.${name}`, nested)
}

function describeRecord(facts: Facts, from: Catalogue, record: RecordType) {
  const { section, fields, scope, hidden } = record
  facts.say(`${section} fields`, Object.keys(fields).join(", "))
  facts.say(`${section} scope`, scope.join(", "))
  for (const [name, field] of Object.entries(fields)) {
    const place = `${section} ${name}`
    facts.say(`${place} type`, typeText(field))
    describeValues(facts, place, field)
    if (field.deprecated) facts.say(`${place} constant`, `${field.deprecated.constant}`)
    if (field.sameAs) facts.say(`${place} same as`, field.sameAs)
    if (field.link) {
      const target = from.operations.find(({ id }) => id === field.link)
      facts.say(`${place} link`, target ? keyOf(target) : field.link)
    }
  }
  for (const [name, field] of Object.entries(hidden ?? {}))
    facts.say(`${section} hidden ${name}`, typeText(field))
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
  const say = (what: string, value: string) => facts.say(`${key} ${what}`, value)
  say("number", `${number}`)
  say("kind", operation.kind)
  say("domain", operation.domain)
  say("record", section)
  say("path parameters", Object.keys(operation.parameters).join(", "))
  say("deprecated", `${operation.deprecated !== undefined}`)
  if (operation.deprecated) say("successor", operation.deprecated.successor)
  for (const { parameter, feature } of operation.gates ?? [])
    say(`gate ${feature} on ${operation.parameters[parameter]}`, "required")
  for (const name of operation.nulls ?? []) say(`null ${name}`, "always")
  for (const name of operation.filled ?? []) say(`filled ${name}`, "always")
  for (const name of operation.omits ?? []) say(`without ${name}`, "always")
  if (operation.note?.includes("half hour past the hour")) say("refreshed", "half past the hour")
  facts.say(`${operation.version} ${operation.kind} of ${section}`, "offered")
  if (operation.kind !== "list") return
  say("default sort", operation.defaultSort)
  say("limit", `${operation.limit.default}/${operation.limit.maximum}`)
  for (const [name, property] of Object.entries(operation.properties))
    say(`property ${name}`, propertyText(property))
}

function describeWorkspace(
  facts: Facts,
  from: Catalogue,
  parent: string | undefined,
  place: string,
) {
  for (const [kind, container] of Object.entries(from.containers)) {
    if (container.workspace === undefined || container.parent !== parent) continue
    facts.say(`workspace ${place}${container.workspace}`, "list")
    if (kind === "dataSet") facts.say(`workspace ${place}${container.workspace}.unit`, "text")
    describeWorkspace(facts, from, kind, `${place}${container.workspace}.`)
  }
}

/** A catalogue as facts under the same keys as the specification's. */
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
  facts.say("records", sections.toSorted(bySection).join(", "))
  facts.say(
    "operations",
    [from.operations.length, count("list"), count("single"), count("patch")].join(", "),
  )
  facts.say("limits", [...new Set(limits)].toSorted().join(", "))
  facts.say("versions", versions.join(", "))
  facts.say("domains", domains.join(", "))
  return facts
}
