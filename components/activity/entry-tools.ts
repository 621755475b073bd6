import type { ListOperation } from "@/lib/catalogue"
import type { ActivityEntry } from "@/lib/client"
import type { KnownEdits, NextStep } from "./edit-chain"

/** What the lines of the activity share. */
export interface EntryTools {
  /** A list of departments. */
  readonly list: ListOperation
  readonly known: KnownEdits
  /** Off in the history of one department, which need not name it in each line. */
  readonly namesDepartments: boolean
  /** Shows the details of the edit with this id. */
  readonly onOpen: (id: string) => void
  /** Undoes or redoes an edit; absent for people who may not write. */
  readonly onStep?: ((entry: ActivityEntry, step: NextStep) => void) | undefined
}

/** What a line of the activity shows, and with what. */
export interface EntryProps {
  readonly entry: ActivityEntry
  readonly tools: EntryTools
}
