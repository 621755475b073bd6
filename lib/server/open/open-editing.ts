import "server-only"
import type { Catalogue } from "../../catalogue"
import { createKeyedDocuments, type openPool } from "../../db"
import type { Upstream, UpstreamConfig } from "../../platform"
import { mayWrite, type Sessions } from "../../session"
import {
  createEditSettings,
  type EditSettingsService,
  requirePatchOperation,
} from "../departments/edit-settings"
import { type BatchRule, startBatchRunner } from "../edits/batches/batch-runner"
import { type BatchesService, createBatchesService } from "../edits/batches/service"
import { createEditBatches } from "../edits/batches/table"
import { createEditor, type EditService } from "../edits/editor"
import type { EditLog } from "../edits/table"
import type { Log } from "../http/log"
import type { DepartmentNamesService } from "../names/departments-service"
import { createUpstreamHider } from "../reads/hide-upstream"

/** What makes changes at the platform, and what is told of them. */
export interface Editing {
  readonly editor: EditService
  readonly settings: EditSettingsService
  readonly log: Pick<EditLog, "read" | "readActions" | "readPeople">
  readonly batches: BatchesService
  /** Lets go of the batches under way, for other instances to go on with. */
  stop(): Promise<void>
}

export interface EditingParts {
  readonly pool: ReturnType<typeof openPool>
  readonly schema?: string
  readonly catalogue: Catalogue
  readonly config: UpstreamConfig
  readonly upstream: Pick<Upstream, "edit" | "read">
  /** In the same schema. */
  readonly edits: EditLog
  readonly departments: Pick<DepartmentNamesService, "follow">
  readonly invalidate: (record: string) => Promise<void>
  readonly sessions: Pick<Sessions, "rolesOf">
  readonly log: Log
  readonly rule?: BatchRule
  /** The instance that holds what is worked on here; a name of its own unless told otherwise. */
  readonly holder?: string | undefined
}

/** Opens editing over the dashboard's database; from now on this instance works on batches that nobody works on. */
export function openEditing(parts: EditingParts): Editing {
  const { pool, schema = "dashboard", catalogue, config, edits, departments, log, rule } = parts
  const settings = createEditSettings(createKeyedDocuments({ pool, schema }), catalogue)
  const takesTests = async () => (await settings.read()).takesTests
  const editor = departments.follow(createEditor({ ...parts, takesTests }))
  const batches = createEditBatches({ pool, schema })
  const runner = startBatchRunner({
    editor,
    batches,
    log,
    hide: createUpstreamHider(catalogue, config).hideText,
    mayWrite: async (person) => mayWrite(await parts.sessions.rolesOf(person)),
    readOperation: async () => requirePatchOperation(catalogue, await settings.read()),
    ...(rule && { rule }),
    holder: parts.holder,
  })
  return {
    editor,
    settings,
    log: edits,
    batches: createBatchesService({ batches, runner }),
    stop: runner.stop,
  }
}
