import type { SyncableList, SyncStatus } from "@/lib/client"

/** A data set as the workspace names it. */
export interface NamedDataSet {
  readonly id: string
  readonly name: string
  readonly unit?: string | undefined
}

/** A list that is or may be copied, under its name. */
export interface ListedCopy {
  readonly name: string
  readonly list: SyncableList
  /** Undefined where it is not copied. */
  readonly copy: SyncStatus | undefined
}

/** What this person may do with a copy. */
export interface CopyRights {
  readonly mayChange: boolean
  readonly mayCancel: boolean
  readonly mayRemove: boolean
}

/** What a person may do who may change copies of that kind. */
export const copyRights = (copy: SyncStatus | undefined, mayChange: boolean): CopyRights => ({
  mayChange,
  mayCancel: mayChange && copy?.mayCancel === true,
  mayRemove: mayChange && copy?.mayRemove === true,
})

/** The points of a data set as a list of the platform. */
export const pointsOf = (dataSetId: string): SyncableList => ({
  operation: "data-points",
  parameters: { dataSetId },
})

/** The list of all departments. */
export const departmentList: SyncableList = { operation: "departments", parameters: {} }
