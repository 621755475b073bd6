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

type EntryPath = readonly PropertyKey[]

interface Salvage {
  readonly from: Catalogue
  readonly problems: WorkspaceProblem[]
}

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === "object" && json !== null && !Array.isArray(json)

function takeEntry(salvage: Salvage, kind: string, json: unknown, path: EntryPath) {
  const keys = childKinds(salvage.from, kind).map(({ key }) => key)
  const own = isObject(json)
    ? Object.fromEntries(Object.entries(json).filter(([key]) => !keys.includes(key)))
    : json
  const parsed = entryFieldsSchema(kind).safeParse(own)
  if (parsed.success) return parsed.data
  salvage.problems.push(...printIssues(parsed.error, path))
  return undefined
}

function takeList(salvage: Salvage, kind: string, list: readonly unknown[], path: EntryPath) {
  const indexes = new Map<string, number>()
  return list.flatMap((json, index): WorkspaceEntry[] => {
    const at = [...path, index]
    const own = takeEntry(salvage, kind, json, at)
    if (!own) return []
    const first = indexes.get(own.id)
    if (first !== undefined) {
      const repeated = printEntryPath([...at, "id"])
      salvage.problems.push({ path: repeated, ...toFaulty("same_as_entry", first) })
      return []
    }
    indexes.set(own.id, index)
    const { id, name, unit } = own
    const children = takeChildren(salvage, kind, json, at)
    return [{ kind, id, name, ...(unit !== undefined && { unit }), children }]
  })
}

function takeChildren(
  salvage: Salvage,
  parent: string | undefined,
  json: unknown,
  path: EntryPath,
): WorkspaceEntry[] {
  const holder = isObject(json) ? json : {}
  return childKinds(salvage.from, parent).flatMap(({ kind, key }) => {
    const list = holder[key]
    if (list === undefined) return []
    const at = [...path, key]
    if (Array.isArray(list)) return takeList(salvage, kind, list, at)
    salvage.problems.push({ path: printEntryPath(at), ...toFaulty("no_list") })
    return []
  })
}

/**
 * Reads the valid parts of a workspace file's JSON value. An invalid entry is reported and left out
 * with all its children.
 */
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
