import { queryOptions, skipToken } from "@tanstack/react-query"
import {
  type Catalogue,
  type ListOperation,
  listOperations,
  type PathParameters,
  type Row,
  type Workspace,
  type WorkspaceEntry,
} from "@/lib/catalogue"
import { fetchPage, firstPageUrl, queryKeys, readOnce } from "@/lib/client"

/** One path parameter to choose: its kind, and the list that names it, if the API has one. */
export interface PathLevel {
  readonly parameter: string
  readonly kind: string
  readonly title: string
  /** True if it lives within the choice of the previous step. */
  readonly nested: boolean
  /** The list operation whose rows are the choices; without one they come from the workspace. */
  readonly listedBy?: ListOperation
}

export interface Choice {
  readonly id: string
  readonly name: string
}

/** The steps that choose a report's path, outermost first; serializable. */
export function listPathLevels(catalogue: Catalogue, operation: ListOperation): PathLevel[] {
  const kinds = Object.values(operation.parameters)
  return Object.entries(operation.parameters).map(([parameter, kind], index) => {
    const container = catalogue.containers[kind]
    const listedBy =
      container?.workspace === undefined
        ? listOperations(catalogue).find(
            (list) => list.record === kind && Object.keys(list.parameters).length === 0,
          )
        : undefined
    return {
      parameter,
      kind,
      title: container?.title ?? kind,
      nested: container?.parent !== undefined && container.parent === kinds[index - 1],
      ...(listedBy && { listedBy }),
    }
  })
}

/**
 * The workspace entries for a step, given the previous choices; empty under an id that it does not
 * name.
 */
export function workspaceChoices(
  workspace: Workspace,
  steps: readonly PathLevel[],
  index: number,
  parameters: PathParameters,
): readonly WorkspaceEntry[] {
  const step = steps[index]
  if (!step) return []
  const siblings = step.nested
    ? (chosenEntry(workspace, steps, index - 1, parameters)?.children ?? [])
    : workspace.entries
  return siblings.filter((entry) => entry.kind === step.kind)
}

/** The workspace entry for a step's parameter, or undefined. */
function chosenEntry(
  workspace: Workspace,
  steps: readonly PathLevel[],
  index: number,
  parameters: PathParameters,
): WorkspaceEntry | undefined {
  const id = parameters[steps[index]?.parameter ?? ""]
  return workspaceChoices(workspace, steps, index, parameters).find((entry) => entry.id === id)
}

/** The path parameters after a choice; drops those within the previous choice. */
export function chooseParameter(
  steps: readonly PathLevel[],
  parameters: PathParameters,
  parameter: string,
  id: string,
): PathParameters {
  const chosen = steps.findIndex((step) => step.parameter === parameter)
  const firstOther = steps.findIndex((step, index) => index > chosen && !step.nested)
  const dropped = steps
    .filter((_, index) => index > chosen && (firstOther < 0 || index < firstOther))
    .map((step) => step.parameter)
  const others = Object.entries(parameters).filter(([name]) => !dropped.includes(name))
  return { ...Object.fromEntries(others), [parameter]: id }
}

const toChoice = ({ id, name }: Row): Choice[] => {
  if (typeof id !== "string") return []
  return [{ id, name: typeof name === "string" && name !== "" ? name : id }]
}

/**
 * The API's own list for a step, such as highscores: one page of maximum size. Disabled for steps
 * that the workspace names.
 */
export function listedChoicesOptions({ listedBy, kind }: PathLevel) {
  const query = { filters: [], sort: [], ...(listedBy && { limit: listedBy.limit.maximum }) }
  return queryOptions({
    queryKey: listedBy ? [...queryKeys.list(listedBy, {}, query), "choices"] : ["choices", kind],
    queryFn: listedBy
      ? async ({ signal }) => {
          const { rows } = await fetchPage(firstPageUrl(listedBy, {}, query), { signal })
          return rows.flatMap(toChoice)
        }
      : skipToken,
    ...readOnce,
  })
}

/**
 * The entries on the path to an id, outermost first, including itself; empty if the workspace does
 * not name it.
 */
export function chainTo(entries: readonly WorkspaceEntry[], id: string): readonly WorkspaceEntry[] {
  for (const entry of entries) {
    if (entry.id === id) return [entry]
    const below = chainTo(entry.children, id)
    if (below.length > 0) return [entry, ...below]
  }
  return []
}
