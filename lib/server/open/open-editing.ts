import "server-only"
import type { Catalogue } from "../../catalogue"
import { createKeyedDocuments, type openPool } from "../../db"
import type { Upstream, UpstreamConfig } from "../../platform"
import { mayWrite } from "../../session"
import { createEditSettings, requirePatchOperation } from "../departments/edit-settings"
import { type BatchRule, startBatchRunner } from "../edits/batches/batch-runner"
import { createBatchesService } from "../edits/batches/service"
import { createEditBatches } from "../edits/batches/table"
import { createEditor } from "../edits/editor"
import type { EditLog } from "../edits/table"
import type { Log } from "../http/log"
import type { DepartmentNamesService } from "../names/departments-service"
import { createUpstreamHider } from "../reads/hide-upstream"
import type { Sessions } from "../sessions/sessions"

export interface EditingParts {
  readonly pool: ReturnType<typeof openPool>
  readonly schema?: string
  readonly catalogue: Catalogue
  readonly config: UpstreamConfig
  readonly upstream: Pick<Upstream, "edit" | "read">
  /** Must use the same schema. */
  readonly edits: EditLog
  readonly departments: Pick<DepartmentNamesService, "follow">
  readonly invalidate: (record: string) => Promise<void>
  readonly sessions: Pick<Sessions, "rolesOf">
  readonly log: Log
  readonly rule?: BatchRule
  /** The instance that holds the leases; defaults to a random id. */
  readonly holder?: string | undefined
}

/**
 * Opens editing in the dashboard's database; from now on, this instance claims batches that no
 * other instance works on.
 */
export function openEditing(parts: EditingParts) {
  const { pool, schema = "dashboard", catalogue, config, edits, departments, log, rule } = parts
  const settings = createEditSettings(createKeyedDocuments({ pool, schema }), catalogue)
  const takesTests = async () => (await settings.read()).takesTests
  const readOperation = async () => requirePatchOperation(catalogue, await settings.read())
  const upstreamHider = createUpstreamHider(catalogue, config)
  const editor = departments.follow(createEditor({ ...parts, takesTests }))
  const batches = createEditBatches({ pool, schema })
  const runner = startBatchRunner({
    editor,
    batches,
    log,
    hide: upstreamHider.hideText,
    mayWrite: async (person) => mayWrite(await parts.sessions.rolesOf(person)),
    readOperation,
    ...(rule && { rule }),
    holder: parts.holder,
  })
  return {
    editor,
    settings,
    log: edits,
    batches: createBatchesService({ batches, runner }),
    readOperation,
    upstreamHider,
    /** Releases the current batches, so that other instances can continue them. */
    stop: runner.stop,
  }
}
