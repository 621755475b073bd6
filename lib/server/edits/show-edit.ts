import type { ActivityEntry } from "../../contract"
import type { LoggedEdit } from "./table"

const printTime = (ms: number) => new Date(ms).toISOString()

/** An edit as the API returns it; times as ISO text. */
export const showEdit = (edit: LoggedEdit): ActivityEntry => ({
  id: edit.id,
  personId: edit.personId,
  personName: edit.personName ?? null,
  operation: edit.operation,
  recordId: edit.recordId,
  patch: edit.patch,
  sentPatch: edit.sentPatch ?? null,
  requestId: edit.requestId,
  intendedAt: printTime(edit.intendedAt),
  concludedAt: edit.concludedAt === undefined ? null : printTime(edit.concludedAt),
  outcome: edit.outcome,
  status: edit.status ?? null,
  code: edit.code ?? null,
  verdict: edit.verdict ?? null,
  undoes: edit.undoes ?? null,
  undoneBy: edit.undoneBy ?? null,
  batch: edit.batch ?? null,
})
