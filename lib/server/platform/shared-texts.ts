import "server-only"
import type { KeyedDocuments } from "../../db"

/**
 * Short texts by key with a lifetime, shared by all instances; both methods throw if the store is
 * unreachable.
 */
export interface SharedTexts {
  read(key: string): Promise<string | undefined>
  write(key: string, text: string, ms: number): Promise<void>
}

const kind = "text"

/** Stores texts among the database's documents. */
export function textsIn(documents: KeyedDocuments): SharedTexts {
  const saved = documents
  return {
    async read(key) {
      const text = (await saved.get(kind, key))?.value["text"]
      return typeof text === "string" ? text : undefined
    },
    async write(key, text, ms) {
      await saved.put(kind, key, { text }, { expiresInSeconds: ms / 1000 })
    },
  }
}
