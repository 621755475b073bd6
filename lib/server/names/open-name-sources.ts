import "server-only"
import type { NameSources } from "../exports/page-names"
import { describeError, type Log } from "../http/log"
import type { WorkspaceService } from "../workspace/service"
import type { DepartmentNamesService } from "./departments-service"
import type { UserNames } from "./table"

/**
 * The stored names of departments, users and workspace entries. A source that cannot be read yields
 * no names.
 */
export function openNameSources(
  {
    departments,
    userNames,
    workspace,
  }: {
    readonly departments: Pick<DepartmentNamesService, "nameable" | "read">
    readonly userNames: Pick<UserNames, "find">
    readonly workspace: Pick<WorkspaceService, "readWorkspace">
  },
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
