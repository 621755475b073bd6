import "server-only"
import { z } from "zod"
import {
  type Catalogue,
  entryFieldsSchema,
  entryLimit,
  parseWorkspace,
  printIssues,
  printWorkspace,
  salvageWorkspace,
} from "../../catalogue"
import type { Session } from "../../session"
import type { OperationRequest } from "../bff"
import type { OwnRoute, OwnRoutes } from "../own-routes"
import { BffError, toErrors } from "../problem"
import { requireAdministrator } from "../require-administrator"
import { requireBody, requireJson } from "../require-body"
import { takesGood } from "../require-search"
import { checkEntry } from "./check-entry"
import { showWorkspace, wayTo } from "./overlay"
import { planAdd, planImport, planRemove, planRename, planRestore } from "./plan-edits"
import type { WorkspaceEditor } from "./workspace-editor"

export interface WorkspaceRouteParts {
  readonly catalogue: Catalogue
  readonly editor: WorkspaceEditor
  readonly readOperation: (request: OperationRequest) => Promise<Response>
}

/** The most of a workspace file that is read: an entry has at most eight values of JSON. */
export const importLimit = { bytes: 16 * 1024 * 1024, values: 8 * entryLimit } as const

const placeSchema = z.string().min(1).max(2000)
const additionSchema = z.object({
  parent: z.string().max(2000),
  kind: z.string().max(100),
  entry: z.unknown(),
})
const changeSchema = z.union([
  z.strictObject({ place: placeSchema, restore: z.literal(true) }),
  z.strictObject({ place: placeSchema, name: z.string(), unit: z.string().nullable().optional() }),
])
const checkSchema = z.strictObject({ place: placeSchema })

const permit = (session: Session) => requireAdministrator(session, "workspace:write")
const route = (part: Omit<OwnRoute, "permit">): OwnRoute => ({ ...part, permit })

/** What an entry says of itself, as the file's schema wants it; throws `invalid_body` (400) naming each member. */
function requireFields(kind: string, json: unknown) {
  const parsed = entryFieldsSchema(kind).safeParse(json)
  if (parsed.success) return parsed.data
  throw new BffError("invalid_body", { errors: toErrors(printIssues(parsed.error)) })
}

/** The kind of the entry at a place is in its key, but only the workspace says whether that is one. */
const anyId = "00000000-0000-4000-8000-000000000000"

function readImport(catalogue: Catalogue, json: unknown, isPartial: boolean) {
  if (isPartial) return salvageWorkspace(catalogue, json)
  const parsed = parseWorkspace(catalogue, json)
  if (parsed.ok) return { workspace: parsed.workspace, problems: [] }
  throw new BffError("invalid_import", { errors: toErrors(parsed.problems) })
}

async function changeEntry(
  { editor }: WorkspaceRouteParts,
  session: Session,
  request: Request,
): Promise<undefined> {
  const change = await requireBody(request, changeSchema)
  if ("restore" in change) {
    await editor.change((state) => planRestore(state, change.place), session)
    return
  }
  const { place, name, unit } = change
  const way = wayTo(await editor.readEntries(), place)
  const fields = { id: anyId, name, ...(typeof unit === "string" && { unit }) }
  const given = requireFields(way.at(-1)?.kind ?? "", fields)
  const named = { name: given.name, unit: unit === null ? null : given.unit }
  await editor.change((state) => planRename(state, place, named), session)
}

/** The workspace as it is edited: reading it, one entry at a time, and a whole file; for administrators. */
export const workspaceRoutes = (parts: WorkspaceRouteParts): OwnRoutes => {
  const { catalogue, editor } = parts
  return [
    route({
      name: "read-workspace",
      method: "GET",
      answer: async () => ({ entries: await editor.readEntries() }),
    }),
    route({
      name: "add-workspace-entry",
      method: "POST",
      async answer(session, request) {
        const { parent, kind, entry } = await requireBody(request, additionSchema)
        const fields = requireFields(kind, entry)
        const added = { parent, kind, ...fields }
        const { place } = await editor.change((state) => planAdd(state, added), session)
        return { place }
      },
    }),
    route({
      name: "change-workspace-entry",
      method: "PATCH",
      answer: (session, request) => changeEntry(parts, session, request),
    }),
    route({
      name: "remove-workspace-entry",
      method: "DELETE",
      takes: ["place"],
      async answer(session, _request, search) {
        const place = search.get("place") ?? ""
        await editor.change((state) => planRemove(state, place), session)
        return undefined
      },
    }),
    route({
      name: "import-workspace",
      method: "PUT",
      takes: ["take"],
      async answer(session, request, search) {
        const isPartial = takesGood(search)
        const json = await requireJson(request, importLimit)
        const { workspace, problems } = readImport(catalogue, json, isPartial)
        const plan = await editor.change((state) => planImport(state, workspace), session)
        const { added, renamed, unchanged } = plan
        return { added, renamed, unchanged, errors: toErrors(problems) }
      },
    }),
  ]
}

/** The effective workspace as a workspace file (decisions "The workspace file"); for administrators. */
export const workspaceExportRoute = ({ catalogue, editor }: WorkspaceRouteParts): OwnRoute =>
  route({
    name: "export-workspace",
    method: "GET",
    async answer() {
      const file = printWorkspace(catalogue, showWorkspace(await editor.readEntries()))
      return new Response(`${JSON.stringify(file, null, 2)}\n`, {
        headers: {
          "content-type": "application/json",
          "content-disposition": 'attachment; filename="workspace.json"',
        },
      })
    },
  })

/** Whether the platform knows an entry, by one live call; for administrators. */
export const workspaceCheckRoute = ({
  catalogue,
  editor,
  readOperation,
}: WorkspaceRouteParts): OwnRoute =>
  route({
    name: "check-workspace-entry",
    method: "POST",
    async answer(session, request) {
      const { place } = await requireBody(request, checkSchema)
      const way = wayTo(await editor.readEntries(), place)
      if (way.length === 0)
        throw new BffError("not_found", { detail: "The workspace has no such entry." })
      return checkEntry(way, session, { catalogue, readOperation })
    },
  })
