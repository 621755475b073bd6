import "server-only"
import type { KeyedDocuments } from "../../db"

/** How few people are told of where nobody has said otherwise. */
export const defaultMinPeople = 5

/** The least number of people that an answer speaks of, one for the whole dashboard; 1 is off. */
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
