import "server-only"
import type { KeyedDocuments } from "../../db"

/** Short texts under a key, for a while, shared by all instances; both throw where they cannot be reached. */
export interface SharedTexts {
  read(key: string): Promise<string | undefined>
  write(key: string, text: string, ms: number): Promise<void>
}

const kind = "text"

/** Texts among the database's documents. */
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
