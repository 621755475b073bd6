import "server-only"
import { catalogue } from "../../catalogue"
import { createKeyedDocuments } from "../../db"
import type { ExpensiveWork } from "../http/slots"
import { createDepartmentNamesService } from "../names/departments-service"
import { createDepartmentNames } from "../names/departments-table"
import { importInitialNames } from "../names/import-initial-names"
import { openNameSources } from "../names/open-name-sources"
import { namesRoutes } from "../names/routes"
import { createUserNames } from "../names/table"
import { createNotes } from "../notes/table"
import { paletteRoutes } from "../palette/routes"
import { createExistence } from "../reads/existence"
import { recentsRoutes } from "../recents/routes"
import { createRecents } from "../recents/table"
import { viewsRoutes } from "../views/routes"
import { readAllViews } from "../views/service"
import { createSavedViews } from "../views/table"
import { createWorkspaceService } from "../workspace/service"
import { createWorkspaceEdits } from "../workspace/table"
import { createWorkspaceReader } from "../workspace/workspace-reader"
import type { Base } from "./base"
import type { OpenedPlatform } from "./platform"

/**
 * Data of the dashboard itself, besides the platform's: names, views, notes and recently opened
 * records.
 */
export function openSaved(
  { config, pool, expensivePool, log }: Base,
  { upstream }: OpenedPlatform,
  slots: ExpensiveWork,
) {
  const { workspaceFile: file, userNamesFile } = config
  const { apiUrl } = config.upstream
  const views = createSavedViews({ pool })
  const workspace = createWorkspaceService({
    catalogue,
    readFile: createWorkspaceReader({
      catalogue,
      file,
      onFault: ({ code, problems }) =>
        log.error({ code, reason: problems[0]?.fault.code ?? code }, "workspace file"),
    }),
    edits: createWorkspaceEdits({ pool }),
  })
  const { readWorkspace } = workspace
  const userNames = createUserNames({ pool: expensivePool })
  const departments = createDepartmentNamesService({
    catalogue,
    apiUrl,
    upstream,
    names: createDepartmentNames({ pool }),
    log,
  })
  const documents = createKeyedDocuments({ pool, schema: "dashboard" })
  const existence = createExistence({ readWorkspace, documents, upstream })
  if (userNamesFile !== undefined)
    void importInitialNames({ file: userNamesFile, names: userNames, log })
  return {
    notes: createNotes({ pool }),
    workspace,
    departments,
    existence,
    names: openNameSources({ departments, userNames, workspace }, log),
    routes: [
      ...namesRoutes({ directory: departments, names: userNames, slots }),
      ...recentsRoutes(catalogue, createRecents({ pool })),
      ...viewsRoutes({ catalogue, views, existence }),
      ...paletteRoutes({
        catalogue,
        readViews: (session) => readAllViews(catalogue, views, session),
        readWorkspace,
      }),
    ],
    close: () => departments.close(),
  }
}

export type OpenedSaved = ReturnType<typeof openSaved>
