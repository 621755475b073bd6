import { hash } from "node:crypto"
import {
  type Filter,
  type ListOperation,
  operators,
  ownValue,
  type PathParameters,
  parseSort,
  printPath,
  printSort,
  type SortTerm,
} from "@/lib/catalogue"
import { decryptText, encryptText } from "../encryption"
import type { Position } from "./keyset"
import { StoreError } from "./store-error"

/**
 * Where a list continues: after the position, or before it if `backward`, with the same filters and
 * sort.
 */
export interface CursorContent {
  readonly filters: readonly Filter[]
  readonly sort: readonly SortTerm[]
  readonly position: Position
  readonly backward: boolean
}

/** Encrypts and decrypts the cursors of one list at one path. */
export interface CursorCodec {
  encrypt(content: CursorContent): Promise<string>
  /**
   * Throws `StoreError`: `invalid_cursor` if it was altered or belongs to another list,
   * `cursor_expired` if it is too old.
   */
  decrypt(cursor: string): Promise<CursorContent>
}

interface CursorOptions {
  readonly key: Uint8Array
  readonly ttlSeconds: number
  readonly clock: () => number
}

type Condition = [property: string, operator: Filter["operator"], value: Filter["value"]]

/**
 * Compact, because it travels in a URL: list, issued at, backward, inclusive, sort, filters,
 * position.
 */
type Content = [string, number, boolean, boolean, string, Condition[], (string | null)[]]

const isText = (value: unknown) => typeof value === "string"
const isFlag = (value: unknown) => typeof value === "boolean"
const isTuple = (value: unknown, length: number): value is unknown[] =>
  Array.isArray(value) && value.length === length

const isCondition = (value: unknown) =>
  isTuple(value, 3) &&
  isText(value[0]) &&
  operators.some((operator) => operator === value[1]) &&
  (value[2] === null || ["string", "number", "boolean"].includes(typeof value[2]))

/**
 * Whether a JSON value is a cursor's content. Checked by hand, since a schema takes as long as
 * decrypting.
 */
export const isCursorContent = (value: unknown): value is Content =>
  isTuple(value, 7) &&
  isText(value[0]) &&
  typeof value[1] === "number" &&
  isFlag(value[2]) &&
  isFlag(value[3]) &&
  isText(value[4]) &&
  Array.isArray(value[5]) &&
  value[5].every(isCondition) &&
  Array.isArray(value[6]) &&
  value[6].every((each) => each === null || isText(each))

/** A digest of the operation and path parameters that a cursor belongs to. */
const listName = (operation: ListOperation, parameters: PathParameters) =>
  hash("sha256", `${operation.id} ${printPath(operation, parameters)}`, "base64url").slice(0, 22)

function readContent(cursor: string, key: Uint8Array): Content {
  try {
    const content: unknown = JSON.parse(decryptText(cursor, key))
    if (!isCursorContent(content)) throw new TypeError("This is no content of a cursor.")
    return content
  } catch (error) {
    throw new StoreError("invalid_cursor", error)
  }
}

/**
 * Cursors as encrypted texts that only a holder of the key can create or read (decisions "Paging").
 */
export function createCursorCodec(
  operation: ListOperation,
  parameters: PathParameters,
  { key, ttlSeconds, clock }: CursorOptions,
): CursorCodec {
  const list = listName(operation, parameters)
  return {
    async encrypt({ filters, sort, position, backward }) {
      const content: Content = [
        list,
        clock(),
        backward,
        position.inclusive,
        printSort(sort),
        filters.map(({ property, operator, value }) => [property, operator, value]),
        [...position.values],
      ]
      return encryptText(JSON.stringify(content), key)
    },
    async decrypt(cursor) {
      const content = readContent(cursor, key)
      const [name, issuedAt, backward, inclusive, sortText, conditions, values] = content
      const { sort, problems } = parseSort(operation, sortText)
      const filters = conditions.map(([property, operator, value]) => ({
        property,
        operator,
        value,
      }))
      const isKnown = filters.every(
        ({ property }) => ownValue(operation.properties, property)?.filter,
      )
      if (name !== list || problems.length > 0 || !isKnown) throw new StoreError("invalid_cursor")
      if (clock() - issuedAt > ttlSeconds * 1000) throw new StoreError("cursor_expired")
      return { filters, sort, position: { values, inclusive }, backward }
    },
  }
}
