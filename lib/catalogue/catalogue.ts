import type { Container } from "./containers"
import { type Fields, guid } from "./field"
import type { ListOperation, Operation, PatchOperation, SingleOperation } from "./operation"
import { ownValue } from "./own-value"
import type { RecordType } from "./records"

/**
 * The API as data, from which service, store, BFF, pages and tests are derived. Pass it as an
 * argument instead of importing its parts.
 */
export interface Catalogue {
  readonly records: { readonly [name: string]: RecordType }
  readonly containers: { readonly [kind: string]: Container }
  readonly operations: readonly Operation[]
}

/** A mistake in a catalogue or in code that names its parts. Never caused by a request. */
export class CatalogueError extends Error {
  override name = "CatalogueError"
}

export const listOperations = (from: Catalogue): ListOperation[] =>
  from.operations.filter((operation) => operation.kind === "list")

export const singleOperations = (from: Catalogue): SingleOperation[] =>
  from.operations.filter((operation) => operation.kind === "single")

export const patchOperations = (from: Catalogue): PatchOperation[] =>
  from.operations.filter((operation) => operation.kind === "patch")

/** The operation of that id, or undefined. For untrusted ids, such as those in a URL. */
export const findOperation = (from: Catalogue, id: string): Operation | undefined =>
  from.operations.find((operation) => operation.id === id)

/** The record type of that name. Throws if the catalogue contradicts itself. */
export function recordType(from: Catalogue, name: string): RecordType {
  const found = ownValue(from.records, name)
  if (!found) throw new CatalogueError(`The catalogue has no record named "${name}".`)
  return found
}

/** The path ids that a whole list's rows carry besides the record's own fields, outermost first. */
export const pathIdsOf = (operation: Operation): string[] =>
  operation.kind === "list" && operation.wholeOf !== undefined
    ? Object.entries(operation.properties).flatMap(([name, { parent }]) => (parent ? [name] : []))
    : []

/** The fields that a whole list computes from other fields. Empty for any other operation. */
export const computedFieldsOf = (from: Catalogue, operation: Operation): Fields =>
  operation.kind === "list" && operation.wholeOf !== undefined
    ? (recordType(from, operation.record).computed ?? {})
    : {}

/**
 * The fields that an operation sends, in order (specification 2, without the operation's `omits`).
 * A whole list starts with the path ids and ends with its computed fields.
 */
export function fieldsOf(from: Catalogue, operation: Operation): Fields {
  const { fields } = recordType(from, operation.record)
  const omitted = operation.omits ?? []
  const own = Object.entries(fields).filter(([name]) => !omitted.includes(name))
  const pathIds = pathIdsOf(operation).map((name) => [name, guid()] as const)
  const computed = Object.entries(computedFieldsOf(from, operation))
  return Object.fromEntries([...pathIds, ...own, ...computed])
}
