import { activityContract } from "./activity"
import { answersContract } from "./answers"
import { auditContract } from "./audit"
import { batchesContract } from "./batches"
import { copiesContract } from "./copies"
import { departmentsContract } from "./departments"
import { editsContract } from "./edits"
import { erasureContract } from "./erasure"
import { exportsContract } from "./exports"
import { goalsContract } from "./goals"
import { kpisContract } from "./kpis"
import { namesContract } from "./names"
import { notesContract } from "./notes"
import { paletteContract } from "./palette"
import { quotaContract } from "./quota"
import { recentsContract } from "./recents"
import { sessionContract } from "./session"
import { sessionsContract } from "./sessions"
import { statusContract } from "./status"
import { syncContract } from "./sync"
import { systemContract } from "./system"
import { viewsContract } from "./views"
import { workspaceContract } from "./workspace"

export * from "./activity"
export * from "./answers"
export * from "./audit"
export * from "./batches"
export * from "./copies"
export * from "./departments"
export * from "./edits"
export * from "./erasure"
export * from "./exports"
export * from "./goals"
export * from "./kpis"
export * from "./names"
export * from "./notes"
export * from "./palette"
export * from "./problems"
export * from "./quota"
export * from "./recents"
export * from "./route"
export * from "./session"
export * from "./sessions"
export * from "./status"
export * from "./sync"
export * from "./system"
export * from "./views"
export * from "./workspace"

/** Every route of the dashboard's own API by name. */
export const contract = {
  ...activityContract,
  ...answersContract,
  ...auditContract,
  ...batchesContract,
  ...copiesContract,
  ...quotaContract,
  ...systemContract,
  ...departmentsContract,
  ...editsContract,
  ...namesContract,
  ...notesContract,
  ...paletteContract,
  ...recentsContract,
  ...erasureContract,
  ...exportsContract,
  ...sessionContract,
  ...kpisContract,
  ...goalsContract,
  ...sessionsContract,
  ...statusContract,
  ...syncContract,
  ...viewsContract,
  ...workspaceContract,
}
