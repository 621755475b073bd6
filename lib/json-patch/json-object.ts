import { ownValue } from "../catalogue"

/** A document: the fields of one record. */
export type JsonDocument = { readonly [field: string]: unknown }

/** A document's field. A missing one is null (decisions "Department PATCH"). */
export const readField = (document: JsonDocument, field: string): unknown =>
  ownValue(document, field) ?? null

/** All fields of the documents, in order of first appearance. */
export const listFields = (...documents: readonly JsonDocument[]): string[] => [
  ...new Set(documents.flatMap((document) => Object.keys(document))),
]
