import { z } from "zod"
import {
  catalogue,
  childKinds,
  entryLimit,
  type WorkspaceEntry,
  workspaceNameColumns,
} from "../catalogue"
import { defineRoute, type Immutable } from "./route"
import { fault, fileColumns } from "./values"

/** Limits of a workspace file. An entry has at most eight JSON values. */
export const workspaceFileLimit = { bytes: 16 * 1024 * 1024, values: 8 * entryLimit } as const

const entry = z.strictObject({
  /** Keys and ids from the root: `calendarModules/<id>/calendars/<id>`. */
  place: z.string(),
  kind: z.string(),
  id: z.guid(),
  name: z.string(),
  unit: z.string().exactOptional(),
  /** Its origin. A `hidden` entry is in the file but not shown. */
  origin: z.enum(["file", "renamed", "added", "hidden"]),
  get children() {
    return z.array(entry)
  },
})
/** An entry of the workspace, as administrators edit it. */
export type EditableEntry = Immutable<z.output<typeof entry>>

/** An entry of the workspace with its children. */
export const namedEntry: z.ZodType<WorkspaceEntry> = z.lazy(() =>
  z.strictObject({
    kind: z.string(),
    id: z.guid(),
    name: z.string(),
    unit: z.string().exactOptional(),
    children: z.array(namedEntry),
  }),
)

/** Limits of a file of names for the workspace. */
export const workspaceNamesLimits = { rows: entryLimit, bytes: workspaceFileLimit.bytes } as const

const workspaceImport = z.strictObject({
  added: z.int(),
  renamed: z.int(),
  unchanged: z.int(),
  /** Faults of the rows left out. */
  errors: z.array(fault),
})
/** The result of an import, and which rows were left out. */
export type WorkspaceImport = Immutable<z.output<typeof workspaceImport>>

const check = z.strictObject({
  /** `unclear` if one call is not enough, or the platform did not respond. */
  result: z.enum(["exists", "not_found", "no_access", "feature_off", "unclear"]),
  /** The problem code if the platform did not respond. */
  code: z.string().exactOptional(),
  /** Seconds until a retry may help. */
  retryAfter: z.number().exactOptional(),
  /** The name of the child entry, if only that could be checked. */
  through: z.string().exactOptional(),
})
/** The result of checking an entry at the platform. */
export type WorkspaceCheck = Immutable<z.output<typeof check>>

const place = z.string().min(1).max(2000)

/** The child lists of an entry's kind in a workspace file, or those at its root. */
const listsOf = (parent?: string): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    childKinds(catalogue, parent).map(({ kind, key }) => [
      key,
      z
        .array(
          z.strictObject({
            id: z.guid(),
            name: z.string(),
            ...(kind === "dataSet" && { unit: z.string().exactOptional() }),
            ...listsOf(kind),
          }),
        )
        .exactOptional(),
    ]),
  )

const workspaceFile = z.strictObject(listsOf())

/** The workspace, edited by administrators one entry at a time or as a whole file. */
export const workspaceContract = {
  readNames: defineRoute({
    name: "read-workspace-names",
    method: "GET",
    path: "/api/workspace/names",
    summary: "Read what the workspace names of what one may read",
    permission: "signed-in",
    scope: "none",
    answer: z.strictObject({
      workspace: z.strictObject({ entries: z.array(namedEntry) }),
      /** Faults of its file, which then provides no names. */
      faults: z.array(fault),
    }),
    problems: [],
  }),
  bringNames: defineRoute({
    name: "bring-workspace-names",
    method: "PUT",
    path: "/api/workspace/names",
    summary: "Add and name what a CSV file names, or preview that",
    permission: "workspace:write",
    scope: "none",
    query: z.object({
      /** Returns what would be done, with the faults of all lines, and changes nothing. */
      preview: z.literal("true", "must be true, or absent").optional(),
      /** Skips faulty lines. Otherwise one of them rejects the file. */
      take: z.literal("good", "must be good, or absent").optional(),
      columns: fileColumns([...workspaceNameColumns.required, ...workspaceNameColumns.optional]),
    }),
    body: z.strictObject({
      /**
       * Rows of `kind`, `id`, `name` and optionally `parent`, the id of the containing entry.
       */
      csv: z.string(),
      /** Names of kinds accepted in addition to their technical names. */
      kinds: z.record(z.string().max(100), z.string().max(100)).default({}),
    }),
    limit: { bytes: workspaceNamesLimits.bytes, values: 1000 },
    answer: workspaceImport,
    problems: ["invalid_import", "limit_reached", "invalid_workspace"],
  }),
  readWorkspace: defineRoute({
    name: "read-workspace",
    method: "GET",
    path: "/api/workspace",
    summary: "Read the workspace with what is hidden",
    permission: "workspace:write",
    scope: "all",
    answer: z.strictObject({ entries: z.array(entry) }),
    problems: ["invalid_workspace"],
  }),
  addEntry: defineRoute({
    name: "add-workspace-entry",
    method: "POST",
    path: "/api/workspace",
    summary: "Add an entry below another or at the root",
    permission: "workspace:write",
    scope: "none",
    body: z.object({ parent: z.string().max(2000), kind: z.string().max(100), entry: z.unknown() }),
    answer: z.strictObject({ place: z.string() }),
    problems: ["not_found", "already_there", "limit_reached", "invalid_workspace"],
  }),
  changeEntry: defineRoute({
    name: "change-workspace-entry",
    method: "PATCH",
    path: "/api/workspace",
    summary: "Name an entry anew, or restore it as the file has it",
    permission: "workspace:write",
    scope: "none",
    body: z.union([
      z.strictObject({ place, restore: z.literal(true) }),
      z.strictObject({ place, name: z.string(), unit: z.string().nullable().optional() }),
    ]),
    answer: null,
    problems: ["not_found", "limit_reached", "invalid_workspace"],
  }),
  removeEntry: defineRoute({
    name: "remove-workspace-entry",
    method: "DELETE",
    path: "/api/workspace",
    summary: "Take an entry away with all that it holds",
    permission: "workspace:write",
    scope: "none",
    query: z.object({ place: z.string().default("") }),
    answer: null,
    problems: ["not_found", "limit_reached", "invalid_workspace"],
  }),
  importWorkspace: defineRoute({
    name: "import-workspace",
    method: "PUT",
    path: "/api/workspace",
    summary: "Add and name what a workspace file names",
    permission: "workspace:write",
    scope: "none",
    query: z.object({ take: z.literal("good", "must be good, or absent").optional() }),
    body: z.unknown(),
    limit: workspaceFileLimit,
    answer: workspaceImport,
    problems: ["invalid_import", "limit_reached", "invalid_workspace"],
  }),
  exportWorkspace: defineRoute({
    name: "export-workspace",
    method: "GET",
    path: "/api/workspace/export",
    summary: "Download what everybody sees of the workspace, as a workspace file",
    permission: "workspace:write",
    scope: "all",
    answer: workspaceFile,
    isDownload: true,
    problems: ["invalid_workspace"],
  }),
  checkEntry: defineRoute({
    name: "check-workspace-entry",
    method: "POST",
    path: "/api/workspace/check",
    summary: "Ask the platform whether it knows an entry",
    permission: "workspace:write",
    scope: "all",
    body: z.strictObject({ place }),
    answer: check,
    problems: ["not_found", "invalid_workspace"],
  }),
}
