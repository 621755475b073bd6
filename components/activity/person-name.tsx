import type { ActivityEntry } from "@/lib/client"
import { ShortId } from "../ui/short-id"

type Person = Pick<ActivityEntry, "personId" | "personName">

/** Who made an edit; where no name is known, the short form of the id. */
export function PersonName({ personId, personName }: Person) {
  return personName === null ? <ShortId id={personId} /> : <span>{personName}</span>
}
