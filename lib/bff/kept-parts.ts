import "server-only"
import type { Catalogue } from "../catalogue"
import {
  createDepartmentNames,
  createRecents,
  createSavedViews,
  createUserNames,
  createWorkspaceEdits,
  type openPool,
  type Recents,
  type SavedViews,
  type UserNames,
  type WorkspaceEdits,
} from "../store"
import type { Upstream } from "../upstream"
import type { Log } from "./log"
import { createDepartmentDirectory, type DepartmentDirectory } from "./names/department-directory"
import { reachTable } from "./reach-table"

/** What the dashboard itself keeps for people, beside the platform's data. */
export interface KeptParts {
  readonly views: SavedViews
  readonly workspaceEdits: WorkspaceEdits
  readonly userNames: UserNames
  readonly recents: Recents
  readonly departments: DepartmentDirectory
}

export interface KeptPartsDependencies {
  readonly pool: ReturnType<typeof openPool>
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly upstream: Upstream
  readonly log: Log
}

/** Opens what is kept, in the dashboard's database; its tables are made when they are first used. */
export function openKeptParts({ pool, log, ...platform }: KeptPartsDependencies): KeptParts {
  return {
    views: reachTable(createSavedViews({ pool }), log),
    workspaceEdits: reachTable(createWorkspaceEdits({ pool }), log),
    userNames: reachTable(createUserNames({ pool }), log),
    recents: reachTable(createRecents({ pool }), log),
    departments: createDepartmentDirectory({
      ...platform,
      names: reachTable(createDepartmentNames({ pool }), log),
      log,
    }),
  }
}
