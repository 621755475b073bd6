import "server-only"
import type { BatchAction, EditLog, LoggedEdit } from "../../store"
import type { DepartmentDirectory } from "../names/department-directory"
import { requireUsers } from "../names/user-names-routes"
import type { OwnRoute } from "../own-routes"
import { activityFile } from "./activity-file"
import {
  type ActivityQuestion,
  filterParameters,
  pageParameters,
  requireActivityQuestion,
} from "./activity-question"

export interface ActivityRoutesParts {
  readonly log: Pick<EditLog, "read" | "readActions">
  readonly departments: Pick<DepartmentDirectory, "read">
}

const pageLimit = 100
const maxActions = 1000
const timeOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

/** An edit as people see it; times as ISO text. */
const showEdit = (edit: LoggedEdit) => ({
  ...{ id: edit.id, personId: edit.personId, personName: edit.personName ?? null },
  ...{ operation: edit.operation, recordId: edit.recordId, patch: edit.patch },
  ...{ sentPatch: edit.sentPatch ?? null, requestId: edit.requestId },
  ...{ intendedAt: timeOf(edit.intendedAt), concludedAt: timeOf(edit.concludedAt) },
  ...{ outcome: edit.outcome, status: edit.status ?? null, code: edit.code ?? null },
  ...{ verdict: edit.verdict ?? null, undoes: edit.undoes ?? null },
  ...{ undoneBy: edit.undoneBy ?? null, batch: edit.batch ?? null },
})

const showAction = ({ madeAt, ...action }: BatchAction) => ({
  ...action,
  madeAt: madeAt.toISOString(),
})

/** What `GET /api/activity` answers: edits, and what was done with bulk edits in their time; `next` goes into `before` for the older ones. */
export interface ActivityAnswer {
  readonly entries: readonly ReturnType<typeof showEdit>[]
  readonly actions: readonly ReturnType<typeof showAction>[]
  readonly next: string | null
}

/** A page of the log, the newest edits first. */
export async function readActivity(
  { log }: Pick<ActivityRoutesParts, "log">,
  question: ActivityQuestion,
): Promise<ActivityAnswer> {
  const edits = await log.read({ ...question, limit: pageLimit + 1 })
  const page = edits.slice(0, pageLimit)
  const next = edits.length > pageLimit ? (page.at(-1)?.id ?? null) : null
  const actions = await log.readActions({
    ...{ ...question, limit: maxActions },
    ...(next !== null && { after: next }),
  })
  return { entries: page.map(showEdit), actions: actions.map(showAction), next }
}

/** GET the log of edits, for whoever may read about users. */
export const activityRoute = ({ log }: Pick<ActivityRoutesParts, "log">): OwnRoute => ({
  name: "read-activity",
  method: "GET",
  takes: pageParameters,
  showsPeople: true,
  permit: requireUsers,
  answer: (_session, _request, search) => readActivity({ log }, requireActivityQuestion(search)),
})

/** GET everybody whose edits it holds, once each. */
export const activityPeopleRoute = ({
  log,
}: {
  readonly log: Pick<EditLog, "readPeople">
}): OwnRoute => ({
  name: "read-activity-people",
  method: "GET",
  permit: requireUsers,
  answer: async () => ({ people: await log.readPeople() }),
})

/** GET all of it that matches as a CSV file. */
export const activityFileRoute = ({ log, departments }: ActivityRoutesParts): OwnRoute => ({
  name: "export-activity",
  method: "GET",
  takes: filterParameters,
  permit: requireUsers,
  async answer(_session, _request, search) {
    const { filter } = requireActivityQuestion(search)
    const { names } = await departments.read()
    return activityFile({ log, names }, filter)
  },
})
