import "server-only"
import type { KeyedDocuments } from "../../db"

/** Applies until an administrator sets another value. */
export const defaultMinPeople = 5

/**
 * The minimum number of people in a disclosed group, one setting for the whole dashboard; 1
 * disables it.
 */
export interface SmallGroupsSetting {
  read(): Promise<number>
  write(minPeople: number): Promise<void>
}

const kind = "setting"
const id = "small-groups"

export const createSmallGroupsSetting = (
  documents: Pick<KeyedDocuments, "get" | "put">,
): SmallGroupsSetting => ({
  async read() {
    const minPeople = (await documents.get(kind, id))?.value["least"]
    return typeof minPeople === "number" ? minPeople : defaultMinPeople
  },
  write: (minPeople) => documents.put(kind, id, { least: minPeople }),
})
