import "server-only"
import { catalogue } from "../../catalogue"
import { activityRoutes } from "../activity/routes"
import { departmentsRoutes } from "../departments/routes"
import { batchesRoutes } from "../edits/batches/routes"
import { editsRoutes } from "../edits/routes"
import { showEdit } from "../edits/show-edit"
import { createEditLog } from "../edits/table"
import { describeError } from "../http/log"
import type { Base } from "./base"
import { openEditing as openParts } from "./open-editing"
import type { OpenedPlatform } from "./platform"
import type { OpenedSources } from "./reads"
import type { OpenedSaved } from "./saved"
import type { openSessions } from "./sessions"

const readBackEveryMs = 30_000

/**
 * Edits of departments, batches of them, and their log; also settles interrupted edits of any
 * instance.
 */
export function openEditing(
  { config, pool, log, instanceId }: Base,
  { upstream }: OpenedPlatform,
  { sessions }: ReturnType<typeof openSessions>,
  { departments }: OpenedSaved,
  { forget }: OpenedSources,
) {
  const editing = openParts({
    pool,
    catalogue,
    config: config.upstream,
    upstream,
    edits: createEditLog({ pool }),
    departments,
    invalidate: forget,
    log,
    sessions,
    holder: instanceId,
  })
  const { editor, settings, batches } = editing
  const readBack = () =>
    editor
      .readBack()
      .catch((error: unknown) => log.error({ error: describeError(error) }, "reading edits back"))
  const timer = setInterval(readBack, readBackEveryMs).unref()
  return {
    editor,
    routes: [
      ...activityRoutes({ log: editing.log, departments, showEdit }),
      ...editsRoutes(editing),
      ...batchesRoutes(batches),
      ...departmentsRoutes({ directory: departments, settings }),
    ],
    stop() {
      clearInterval(timer)
      void editing.stop()
    },
    close: () => editing.stop(),
  }
}
