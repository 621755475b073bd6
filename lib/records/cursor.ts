import { createHash } from "node:crypto"
import { z } from "zod"
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

/** Where a list goes on: after the position, or before it when `backward`, under the same filters and sort. */
export interface CursorContent {
  readonly filters: readonly Filter[]
  readonly sort: readonly SortTerm[]
  readonly position: Position
  readonly backward: boolean
}

/** Makes and reads the cursors of one list at one path. */
export interface CursorCodec {
  encrypt(content: CursorContent): Promise<string>
  /** Throws `StoreError`: `invalid_cursor` for an altered or foreign one, `cursor_expired` for an old one. */
  decrypt(cursor: string): Promise<CursorContent>
}

interface CursorOptions {
  readonly key: Uint8Array
  readonly ttlSeconds: number
  readonly clock: () => number
}

/** Short, because it travels in a URL: list, issued at, backward, inclusive, sort, filters, position. */
const contentSchema = z.tuple([
  z.string(),
  z.number(),
  z.boolean(),
  z.boolean(),
  z.string(),
  z.array(
    z.tuple([
      z.string(),
      z.enum(operators),
      z.union([z.string(), z.number(), z.boolean(), z.null()]),
    ]),
  ),
  z.array(z.string().nullable()),
])

type Content = z.infer<typeof contentSchema>

/** A digest of what a cursor belongs to: the operation and its path parameters. */
const listName = (operation: ListOperation, parameters: PathParameters) =>
  createHash("sha256")
    .update(`${operation.id} ${printPath(operation, parameters)}`)
    .digest("base64url")
    .slice(0, 22)

function readContent(cursor: string, key: Uint8Array): Content {
  try {
    return contentSchema.parse(JSON.parse(decryptText(cursor, key)))
  } catch (error) {
    throw new StoreError("invalid_cursor", error)
  }
}

/** Cursors as encrypted texts that only this key's holder can make or read (decisions "Paging"). */
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
