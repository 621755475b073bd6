import { Fragment } from "react"
import type { ActivityEntry } from "@/lib/client"
import { ShortId } from "../ui/short-id"

type Person = Pick<ActivityEntry, "personId" | "personName">

/** Who made an edit; where no name is known, the short form of the id. */
export function PersonName({ personId, personName }: Person) {
  return personName === null ? <ShortId id={personId} /> : <span>{personName}</span>
}

/** Everybody who made one of some edits, the newest first. */
export function PersonNames({ entries }: { readonly entries: readonly Person[] }) {
  const people = [...new Map(entries.map((entry) => [entry.personId, entry])).values()]
  return people.map((person, at) => (
    <Fragment key={person.personId}>
      {at === 0 ? null : ", "}
      <PersonName {...person} />
    </Fragment>
  ))
}
