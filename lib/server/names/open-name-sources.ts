import "server-only"
import type { NameSources } from "../exports/page-names"
import { describeError, type Log } from "../http/log"
import type { SavedParts } from "../saved-parts"

/** The names that the dashboard keeps: of departments, users and what the workspace names. What cannot be read has none. */
export function openNameSources(
  { departments, userNames, workspace }: SavedParts,
  log: Log,
): NameSources {
  const orElse =
    <T>(nothing: T) =>
    (error: unknown) => {
      log.error({ operation: "export", error: describeError(error) }, "names")
      return nothing
    }
  return {
    readDepartments: (scope) => departments.read(scope).then(({ names }) => names, orElse({})),
    findUsers: (ids, seesAll) =>
      departments.nameable(ids, seesAll).then(userNames.find).catch(orElse({})),
    readWorkspace: () => workspace.readWorkspace().catch(orElse({ entries: [] })),
  }
}
