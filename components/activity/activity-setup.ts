import type { ListOperation, PatchOperation } from "@/lib/catalogue"

/** What the activity is told by the page. */
export interface ActivitySetup {
  /** The list that shows departments whole. */
  readonly list: ListOperation
  /** The operations that change departments. */
  readonly patches: readonly PatchOperation[]
  /** The person may change departments, and so undo and redo. */
  readonly mayWrite: boolean
}
