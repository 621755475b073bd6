import "server-only"
import { type ActivityEntry, type ActivityPage, activityContract } from "../../contract"
import { rowScopeOf } from "../../session"
import type { EditLog, LoggedEdit, StoredBatchAction } from "../edits/table"
import type { EditFilter } from "../edits/table-sql"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { DepartmentNamesService } from "../names/departments-service"
import { activityFile } from "./activity-file"

export interface ActivityRoutesParts {
  readonly log: Pick<EditLog, "read" | "readActions" | "readPeople">
  readonly departments: Pick<DepartmentNamesService, "read">
  readonly showEdit: (edit: LoggedEdit) => ActivityEntry
}

const pageLimit = 100
const maxActions = 1000

const showAction = ({ madeAt, ...action }: StoredBatchAction) => ({
  ...action,
  madeAt: madeAt.toISOString(),
})

/** Reads a page of the log, newest edits first; `before` is the last edit of the previous page. */
async function readPage(
  { log, showEdit }: Pick<ActivityRoutesParts, "log" | "showEdit">,
  filter: EditFilter,
  before: string | undefined,
): Promise<ActivityPage> {
  const requested = { filter, ...(before !== undefined && { before }) }
  const edits = await log.read({ ...requested, limit: pageLimit + 1 })
  const page = edits.slice(0, pageLimit)
  const next = edits.length > pageLimit ? (page.at(-1)?.id ?? null) : null
  const actions = await log.readActions({
    ...requested,
    limit: maxActions,
    ...(next !== null && { after: next }),
  })
  return { entries: page.map(showEdit), actions: actions.map(showAction), next }
}

/** The edit log, the people in it, and a download of all matching entries. */
export function activityRoutes(parts: ActivityRoutesParts): readonly BoundRoute[] {
  const { log, departments } = parts
  return bindRoutes(activityContract, {
    readActivity: ({ query: { before, ...filter } }) => readPage(parts, filter, before),

    readActivityPeople: async () => ({ people: await log.readPeople() }),

    async exportActivity({ session, query }) {
      const { names } = await departments.read(rowScopeOf(session))
      return activityFile({ log, names }, query)
    },
  })
}
