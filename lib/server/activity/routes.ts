import "server-only"
import { type ActivityPage, activityContract } from "../../contract"
import { rowScopeOf } from "../../session"
import { showEdit } from "../edits/show-edit"
import type { EditLog, StoredBatchAction } from "../edits/table"
import type { EditFilter } from "../edits/table-sql"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { DepartmentNamesService } from "../names/departments-service"
import { activityFile } from "./activity-file"

export interface ActivityRoutesParts {
  readonly log: Pick<EditLog, "read" | "readActions" | "readPeople">
  readonly departments: Pick<DepartmentNamesService, "read">
}

const pageLimit = 100
const maxActions = 1000

const showAction = ({ madeAt, ...action }: StoredBatchAction) => ({
  ...action,
  madeAt: madeAt.toISOString(),
})

/** A page of the log, the newest edits first; `before` is the edit after which the page begins. */
async function readPage(
  log: Pick<EditLog, "read" | "readActions">,
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

/** The log of edits, everybody whose edits it holds, and all of it that matches as a file. */
export const activityRoutes = ({ log, departments }: ActivityRoutesParts): readonly BoundRoute[] =>
  bindRoutes(activityContract, {
    readActivity: ({ query: { before, ...filter } }) => readPage(log, filter, before),

    readActivityPeople: async () => ({ people: await log.readPeople() }),

    async exportActivity({ session, query }) {
      const { names } = await departments.read(rowScopeOf(session))
      return activityFile({ log, names }, query)
    },
  })
