import type { ActivityEntry } from "../activity-log"

/** An applied edit of a department's name. `part` overrides its fields. */
export const editEntry = (id: string, part: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id,
  personId: "person-admin",
  personName: "Ada Admin",
  operation: "update-department",
  recordId: "8d0d8f0e-1111-4c6e-9b1f-000000000001",
  patch: `[{"op":"test","path":"/name","value":"Oslo"},{"op":"replace","path":"/name","value":"Bergen"}]`,
  sentPatch: null,
  requestId: `request-${id}`,
  intendedAt: "2026-11-21T10:00:00Z",
  concludedAt: "2026-11-21T10:00:01Z",
  outcome: "applied",
  status: 200,
  code: null,
  verdict: null,
  undoes: null,
  undoneBy: null,
  batch: null,
  ...part,
})
