import type { Catalogue } from "./catalogue"
import { toFaulty } from "./fault"
import type { Workspace, WorkspaceEntry } from "./workspace"
import {
  childKinds,
  entryFieldsSchema,
  printEntryPath,
  printIssues,
  type WorkspaceProblem,
} from "./workspace-schema"

type Place = readonly PropertyKey[]

interface Salvage {
  readonly from: Catalogue
  readonly problems: WorkspaceProblem[]
}

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === "object" && json !== null && !Array.isArray(json)

function takeEntry(salvage: Salvage, kind: string, json: unknown, place: Place) {
  const keys = childKinds(salvage.from, kind).map(({ key }) => key)
  const own = isObject(json)
    ? Object.fromEntries(Object.entries(json).filter(([key]) => !keys.includes(key)))
    : json
  const parsed = entryFieldsSchema(kind).safeParse(own)
  if (parsed.success) return parsed.data
  salvage.problems.push(...printIssues(parsed.error, place))
  return undefined
}

function takeList(salvage: Salvage, kind: string, list: readonly unknown[], place: Place) {
  const places = new Map<string, number>()
  return list.flatMap((json, index): WorkspaceEntry[] => {
    const at = [...place, index]
    const own = takeEntry(salvage, kind, json, at)
    if (!own) return []
    const first = places.get(own.id)
    if (first !== undefined) {
      const path = printEntryPath([...at, "id"])
      salvage.problems.push({ path, ...toFaulty("same_as_entry", first) })
      return []
    }
    places.set(own.id, index)
    const { id, name, unit } = own
    const children = takeChildren(salvage, kind, json, at)
    return [{ kind, id, name, ...(unit !== undefined && { unit }), children }]
  })
}

function takeChildren(
  salvage: Salvage,
  parent: string | undefined,
  json: unknown,
  place: Place,
): WorkspaceEntry[] {
  const holder = isObject(json) ? json : {}
  return childKinds(salvage.from, parent).flatMap(({ kind, key }) => {
    const list = holder[key]
    if (list === undefined) return []
    const at = [...place, key]
    if (Array.isArray(list)) return takeList(salvage, kind, list, at)
    salvage.problems.push({ path: printEntryPath(at), ...toFaulty("no_list") })
    return []
  })
}

/** Reads what is right of a workspace file's JSON value: an entry at fault is named and left out with all that it holds. */
export function salvageWorkspace(
  from: Catalogue,
  json: unknown,
): { readonly workspace: Workspace; readonly problems: readonly WorkspaceProblem[] } {
  const salvage: Salvage = { from, problems: [] }
  if (!isObject(json)) salvage.problems.push({ path: "", ...toFaulty("no_object") })
  const known = childKinds(from, undefined).map(({ key }) => key)
  for (const key of Object.keys(isObject(json) ? json : {}))
    if (!known.includes(key))
      salvage.problems.push({ path: printEntryPath([key]), ...toFaulty("unknown_key") })
  const entries = takeChildren(salvage, undefined, json, [])
  return { workspace: { entries }, problems: salvage.problems }
}
