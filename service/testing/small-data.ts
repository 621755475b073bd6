import { createHash } from "node:crypto"
import {
  type Catalogue,
  type Field,
  type Fields,
  type Operation,
  type PathParameters,
  recordType,
} from "@/lib/catalogue"
import type { Store } from "@/lib/records"

/**
 * A deterministic guid for a text. The guid of a container kind is the id of its only container.
 */
export function guidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex")
  return [8, 4, 4, 4, 12]
    .map((length, index, lengths) => {
      const start = lengths.slice(0, index).reduce((sum, part) => sum + part, 0)
      return hex.slice(start, start + length)
    })
    .join("-")
}

/** Path parameters with the ids of the small data. */
export const smallParameters = (operation: Operation): PathParameters =>
  Object.fromEntries(
    Object.entries(operation.parameters).map(([name, kind]) => [name, guidOf(kind)]),
  )

function sampleValue(field: Field, name: string, index: number): unknown {
  if (field.type === "array") return [sampleValue(field.items, name, index)]
  if (field.type === "object") return sampleValues(field.fields, index)
  const day = `2026-01-${String(index + 1).padStart(2, "0")}T08:00:00`
  const values = {
    guid: guidOf(`${name} ${index}`),
    string: field.values?.[index % field.values.length] ?? `${name} ${index}`,
    url: null,
    boolean: index % 2 === 0,
    integer: index,
    double: index + 0.5,
    datetime: `${day}Z`,
    datetimeoffset: `${day}Z`,
    localdatetime: day,
  }
  return values[field.type]
}

const sampleValues = (fields: Fields, index: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.sameAs === undefined && field.deprecated === undefined)
      .map(([name, field]) => [name, sampleValue(field, name, index)]),
  )

/** The path parameter's kind that is the record's own id, so that path and record agree. */
function ownKind(catalogue: Catalogue, record: string): string | undefined {
  const single = catalogue.operations.find(
    (operation) => operation.kind === "single" && operation.record === record,
  )
  return single ? Object.values(single.parameters).at(-1) : undefined
}

function rowsOf(catalogue: Catalogue, operation: Operation, count: number) {
  const { fields, hidden = {}, scope } = recordType(catalogue, operation.record)
  const kind = ownKind(catalogue, operation.record)
  const parameters = smallParameters(operation)
  return Array.from({ length: count }, (_, index) => ({
    scope: Object.fromEntries(scope.map((name) => [name, parameters[name] ?? ""])),
    values: {
      ...sampleValues({ ...fields, ...hidden }, index),
      ...(index === 0 && kind !== undefined && { id: guidOf(kind) }),
    },
  }))
}

function containersOf(catalogue: Catalogue, switchedOff: readonly string[]) {
  const gates = catalogue.operations.flatMap((operation) =>
    (operation.gates ?? []).map((gate) => ({
      ...gate,
      kind: operation.parameters[gate.parameter],
    })),
  )
  return Object.entries(catalogue.containers).map(([kind, { parent, title }]) => ({
    kind,
    id: guidOf(kind),
    name: title,
    ...(parent !== undefined && { parentId: guidOf(parent) }),
    features: gates
      .filter((gate) => gate.kind === kind && !switchedOff.includes(`${kind}.${gate.feature}`))
      .map((gate) => gate.feature),
  }))
}

/**
 * Loads `count` records of every type and one container of every kind that paths name.
 * `switchedOff` lists disabled features such as `form.feedback`.
 */
export async function loadSmallData(
  store: Store,
  catalogue: Catalogue,
  { count = 5, switchedOff = [] }: { count?: number; switchedOff?: readonly string[] } = {},
): Promise<void> {
  await store.loadContainers(containersOf(catalogue, switchedOff))
  const seen = new Set<string>()
  for (const operation of catalogue.operations) {
    if (operation.kind === "patch" || seen.has(operation.record)) continue
    seen.add(operation.record)
    await store.loadRecords(operation.record, rowsOf(catalogue, operation, count))
  }
}
