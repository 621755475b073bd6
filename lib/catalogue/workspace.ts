import { z } from "zod"
import type { Catalogue } from "./catalogue"
import { parseGuid } from "./guid"

/** Something the workspace file names: a module, form, data set, post, … with its children by key (decisions "The workspace file"). */
export interface WorkspaceEntry {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly unit?: string
  readonly children: readonly WorkspaceEntry[]
}

/** The ids and names that no endpoint tells, outermost entries first. */
export interface Workspace {
  readonly entries: readonly WorkspaceEntry[]
}

/** One fault of a workspace file: where (`contentModules[0].name`) and what to do. */
export interface WorkspaceProblem {
  readonly path: string
  readonly message: string
}

interface FileEntry {
  readonly id: string
  readonly name: string
  readonly unit?: string
  readonly [childKey: string]: unknown
}

const childKinds = (from: Catalogue, parent: string | undefined) =>
  Object.entries(from.containers).flatMap(([kind, container]) =>
    container.workspace !== undefined && container.parent === parent
      ? [{ kind, key: container.workspace }]
      : [],
  )

const guidSchema = z.string().transform((text, context) => {
  const guid = parseGuid(text)
  if (guid) return guid
  context.addIssue({ code: "custom", message: "must be a guid" })
  return z.NEVER
})

function entrySchema(from: Catalogue, kind: string): z.ZodType {
  return z.strictObject({
    id: guidSchema,
    name: z.string().trim().min(1, "must not be blank").max(200),
    ...(kind === "dataSet" && { unit: z.string().max(40).optional() }),
    ...childShape(from, kind),
  })
}

const childShape = (from: Catalogue, parent: string | undefined): Record<string, z.ZodType> =>
  Object.fromEntries(
    childKinds(from, parent).map(({ kind, key }) => [
      key,
      z.array(entrySchema(from, kind)).optional(),
    ]),
  )

function readEntries(
  from: Catalogue,
  parent: string | undefined,
  holder: object,
): WorkspaceEntry[] {
  return childKinds(from, parent).flatMap(({ kind, key }) => {
    const list = ((holder as Record<string, unknown>)[key] ?? []) as FileEntry[]
    return list.map((entry) => ({
      kind,
      id: entry.id,
      name: entry.name,
      ...(entry.unit !== undefined && { unit: entry.unit }),
      children: readEntries(from, kind, entry),
    }))
  })
}

const printPath = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, part) =>
      typeof part === "number"
        ? `${text}[${part}]`
        : text
          ? `${text}.${String(part)}`
          : String(part),
    "",
  )

/** Reads a workspace file's JSON value; every fault is named with its place, unknown keys included. */
export function parseWorkspace(
  from: Catalogue,
  json: unknown,
): { ok: true; workspace: Workspace } | { ok: false; problems: WorkspaceProblem[] } {
  const result = z.strictObject(childShape(from, undefined)).safeParse(json)
  if (result.success)
    return { ok: true, workspace: { entries: readEntries(from, undefined, result.data) } }
  const problems = result.error.issues.map((issue) => ({
    path: printPath(issue.path),
    message: issue.message,
  }))
  return { ok: false, problems }
}

function printEntries(
  from: Catalogue,
  parent: string | undefined,
  entries: readonly WorkspaceEntry[],
) {
  const file: Record<string, unknown[]> = {}
  for (const { kind, key } of childKinds(from, parent)) {
    const own = entries.filter((entry) => entry.kind === kind)
    if (own.length > 0)
      file[key] = own.map(({ id, name, unit, children }) => ({
        id,
        name,
        ...(unit !== undefined && { unit }),
        ...printEntries(from, kind, children),
      }))
  }
  return file
}

/** The JSON value of a workspace file, the inverse of `parseWorkspace`. */
export const printWorkspace = (from: Catalogue, workspace: Workspace): Record<string, unknown> =>
  printEntries(from, undefined, workspace.entries)
