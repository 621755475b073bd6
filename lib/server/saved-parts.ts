import "server-only"
import type { Catalogue } from "../catalogue"
import type { openPool } from "../db"
import type { Upstream } from "../platform"
import type { Log } from "./http/log"
import {
  createDepartmentNamesService,
  type DepartmentNamesService,
} from "./names/departments-service"
import { createDepartmentNames } from "./names/departments-table"
import { createUserNames, type UserNames } from "./names/table"
import { createNotes, type NotesTable } from "./notes/table"
import { createRecents, type Recents } from "./recents/table"
import { createSavedViews, type ViewsTable } from "./views/table"
import { createWorkspaceService, type WorkspaceService } from "./workspace/service"
import { createWorkspaceEdits } from "./workspace/table"
import { createWorkspaceReader } from "./workspace/workspace-reader"

/** What the dashboard itself saves for people, beside the platform's data. */
export interface SavedParts {
  readonly views: ViewsTable
  readonly notes: NotesTable
  /** The workspace's file with the administrators' edits over it. */
  readonly workspace: WorkspaceService
  readonly userNames: UserNames
  readonly recents: Recents
  readonly departments: DepartmentNamesService
}

export interface SavedPartsDependencies {
  readonly pool: ReturnType<typeof openPool>
  /** For names of users, which are many. */
  readonly expensivePool: ReturnType<typeof openPool>
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly workspaceFile: string
  readonly upstream: Upstream
  readonly log: Log
}

/** Opens what is saved, in the dashboard's database; its tables are made when they are first used. */
export function openSavedParts({
  pool,
  expensivePool,
  log,
  workspaceFile: file,
  ...platform
}: SavedPartsDependencies): SavedParts {
  const { catalogue } = platform
  return {
    views: createSavedViews({ pool }),
    notes: createNotes({ pool }),
    workspace: createWorkspaceService({
      catalogue,
      readFile: createWorkspaceReader({
        catalogue,
        file,
        onFault: ({ code, problems }) =>
          log.error({ code, reason: problems[0]?.fault.code ?? code }, "workspace file"),
      }),
      edits: createWorkspaceEdits({ pool }),
    }),
    userNames: createUserNames({ pool: expensivePool }),
    recents: createRecents({ pool }),
    departments: createDepartmentNamesService({
      ...platform,
      names: createDepartmentNames({ pool }),
      log,
    }),
  }
}
