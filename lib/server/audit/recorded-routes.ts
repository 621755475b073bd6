import "server-only"
import { type AnswerOf, contract, type ParsedParts, type Route } from "../../contract"
import { readCaller } from "../http/caller-address"
import type { BoundRoute } from "../http/routes"
import type { Audit, AuditEvent } from "./audit"

type Contract = typeof contract

/** What happened, and to whom; undefined if the request is not recorded. */
type Recorded =
  | (Pick<AuditEvent, "kind" | "details" | "about" | "outcome"> & AuditEvent)
  | undefined

/** Builds the audit event of an answered request, by route; `answer` is the handler's result. */
const recordings: {
  readonly [Name in keyof Contract]?: (
    parts: ParsedParts<Contract[Name]>,
    answer: AnswerOf<Contract[Name]>,
  ) => Recorded
} = {
  endMySessions: (_, { ended }) => ({
    kind: "session_ended",
    details: { by: "person", count: ended },
  }),
  endMyOtherSessions: (_, { ended }) => ({
    kind: "session_ended",
    details: { by: "person", which: "others", count: ended },
  }),
  endMySession: (_, { ended }) => ({
    kind: "session_ended",
    details: { by: "person", which: "one", count: ended },
  }),
  endEverybodysSessions: (_, { ended }) => ({
    kind: "session_ended",
    details: { by: "administrator", which: "everybody", count: ended },
  }),
  findSignedInPeople: (_, { people }) => ({
    kind: "names_looked_up",
    details: { requests: 1, count: people.length },
  }),
  endPersonsSessions: ({ parameters: { person } }, { ended }) => ({
    kind: "session_ended",
    details: { by: "administrator", count: ended },
    // Without a session the id in the path is unverified input, so it is not recorded.
    ...(ended > 0 && { about: person }),
  }),
  changeSmallGroups: ({ body: { least } }) => ({
    kind: "small_groups_changed",
    details: { to: least },
  }),
  changeEditSettings: ({ body }) => ({
    kind: "setting_changed",
    details: { setting: "department-edits", values: { ...body } },
  }),
  changeCopies: ({ parameters: { operation }, body }) => ({
    kind: "setting_changed",
    details: { setting: "copies", values: { operation, ...body } },
  }),
  changeGoal: ({ parameters: { dataSetId }, body: { targets = [], ...values } }) => ({
    kind: "setting_changed",
    details: { setting: "goal", values: { dataSetId, ...values, targets: targets.length } },
  }),
  addEntry: () => ({
    kind: "workspace_changed",
    details: { operation: "add-workspace-entry", added: 1 },
  }),
  changeEntry: () => ({
    kind: "workspace_changed",
    details: { operation: "change-workspace-entry" },
  }),
  removeEntry: () => ({
    kind: "workspace_changed",
    details: { operation: "remove-workspace-entry" },
  }),
  bringNames: ({ query: { preview } }, { added, renamed }) =>
    preview
      ? undefined
      : {
          kind: "workspace_changed",
          details: { operation: "bring-workspace-names", added, renamed },
        },
  importWorkspace: (_, { added, renamed }) => ({
    kind: "workspace_changed",
    details: { operation: "import-workspace", added, renamed },
  }),
  uploadUserNames: ({ query: { preview } }, { count }) =>
    preview ? undefined : { kind: "names_uploaded", details: { count } },
  removeUserNames: () => ({ kind: "names_removed", details: {} }),
  lookUpUserNames: (_, { names }) => ({
    kind: "names_looked_up",
    details: { requests: 1, count: Object.keys(names).length },
  }),
  startExport: ({ body: { operation, format } }, { id }) => ({
    kind: "export_made",
    details: { export: id, operation, format },
  }),
  readExportFile: ({ parameters: { id } }) => ({
    kind: "export_fetched",
    details: { export: id, operation: "read-export-file" },
  }),
  startBatch: ({ body: { items, undoes } }, { id }) =>
    typeof undoes === "string"
      ? { kind: "batch_undone", details: { batch: id, undoes, count: items.length } }
      : { kind: "batch_begun", details: { batch: id, count: items.length } },
  changeBatch: ({ parameters: { id }, body: { action } }) => ({
    kind: "batch_changed",
    details: { batch: id, action },
  }),
  // The handler records the export itself, before reading.
  exportAudit: () => undefined,
}

type Describe = (parts: ParsedParts<Route>, answer: unknown) => Recorded

const byRoute = new Map<Route, Describe>(
  Object.entries(recordings).map(([name, describe]) => [
    contract[name as keyof Contract],
    // The mapped type above has checked each entry against its route.
    describe as unknown as Describe,
  ]),
)

const isFile = (answer: unknown): answer is Response =>
  answer instanceof Response &&
  answer.headers.get("content-disposition")?.startsWith("attachment") === true

function describeRequest(route: Route, parts: ParsedParts<Route>, answer: unknown): Recorded {
  if (answer instanceof Response && answer.status >= 400) return undefined
  const own = byRoute.get(route)
  if (own) return own(parts, answer)
  return isFile(answer) ? { kind: "export_fetched", details: { operation: route.name } } : undefined
}

/** Wraps routes so that each auditable answer is recorded before it is sent. */
export const recordRoutes = (
  routes: readonly BoundRoute[],
  audit: Pick<Audit, "record">,
): readonly BoundRoute[] =>
  routes.map(({ route, handle }) => ({
    route,
    async handle(requested) {
      const answer = await handle(requested)
      const { session, requestId, request } = requested
      const recorded = describeRequest(route, requested as unknown as ParsedParts<Route>, answer)
      const address = readCaller(request.headers)
      if (recorded) await audit.record({ ...recorded, session, requestId, address })
      return answer
    },
  }))
