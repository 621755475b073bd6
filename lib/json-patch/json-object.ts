import { ownValue } from "../catalogue"

/** A document: the fields of one record. */
export type JsonDocument = { readonly [field: string]: unknown }

/** A field of a document; one that is missing is null (decisions "Department PATCH"). */
export const readField = (document: JsonDocument, field: string): unknown =>
  ownValue(document, field) ?? null

/** The fields that any of the documents has, in the order in which they appear. */
export const listFields = (...documents: readonly JsonDocument[]): string[] => [
  ...new Set(documents.flatMap((document) => Object.keys(document))),
]
