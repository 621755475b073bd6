import "server-only"
import { setImmediate as pause } from "node:timers/promises"
import {
  type Catalogue,
  entryFieldsSchema,
  keepKinds,
  kindsOfDomains,
  parseWorkspace,
  printIssues,
  printWorkspace,
  salvageWorkspace,
} from "../../catalogue"
import { type WorkspaceImport, workspaceContract, workspaceNamesLimits } from "../../contract"
import { domainsOf } from "../../session"
import { refuseLines, toLineErrors } from "../files/line-errors"
import { CsvFault, type LineProblem } from "../files/read-csv-rows"
import { BffError, toErrors, workspaceFaults } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { Reads } from "../reads/operations"
import { checkWorkspaceEntry } from "./check-entry"
import { showWorkspace, wayTo } from "./overlay"
import { planAdd, planRemove, planRename, planRestore, planWorkspaceImport } from "./plan-edits"
import {
  createKindReader,
  type NamedLinesOptions,
  type NamesPlan,
  planNames,
  readNamedLines,
} from "./plan-names"
import type { WorkspaceService } from "./service"

export interface WorkspaceRoutesParts {
  readonly catalogue: Catalogue
  readonly editor: WorkspaceService
  readonly read: Reads["read"]
}

/**
 * Parses an entry's fields by the file's schema; throws `invalid_body` (400) with each faulty
 * member.
 */
function requireFields(kind: string, json: unknown) {
  const parsed = entryFieldsSchema(kind).safeParse(json)
  if (parsed.success) return parsed.data
  throw new BffError("invalid_body", { errors: toErrors(printIssues(parsed.error)) })
}

/**
 * An entry's kind is in the key of its path, but only the workspace can tell whether that is valid.
 */
const anyId = "00000000-0000-4000-8000-000000000000"

function readImport(catalogue: Catalogue, json: unknown, isPartial: boolean) {
  if (isPartial) return salvageWorkspace(catalogue, json)
  const parsed = parseWorkspace(catalogue, json)
  if (parsed.ok) return { workspace: parsed.workspace, problems: [] }
  throw new BffError("invalid_import", { errors: toErrors(parsed.problems) })
}

/** Bytes parsed before other work gets its turn. */
const pieceBytes = 64 * 1024

async function* inPieces(text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes)
    await pause()
  }
}

const readNames = (csv: string, options: Omit<NamedLinesOptions, "maxRows">) =>
  readNamedLines(inPieces(csv), { ...options, maxRows: workspaceNamesLimits.rows }).catch(
    (error: unknown) => {
      throw error instanceof CsvFault ? refuseLines([error.problem]) : error
    },
  )

const printNames = (
  { added, renamed, unchanged, problems }: NamesPlan,
  unread: readonly LineProblem[],
): WorkspaceImport => ({
  added,
  renamed,
  unchanged,
  errors: toLineErrors([...unread, ...problems]),
})

/** Edits of the workspace: reads it, changes single entries, and imports a whole file. */
export function workspaceRoutes(parts: WorkspaceRoutesParts): readonly BoundRoute[] {
  const { catalogue, editor, read } = parts
  return bindRoutes(workspaceContract, {
    async readNames({ session }) {
      const kinds = kindsOfDomains(catalogue, domainsOf(session.roles))
      return editor.readWorkspace().then(
        ({ entries }) => ({ workspace: { entries: keepKinds(entries, kinds) }, faults: [] }),
        (error: unknown) => ({ workspace: { entries: [] }, faults: workspaceFaults(error) }),
      )
    },

    async bringNames({ session, query: { preview, take, columns: uses }, body: { csv, kinds } }) {
      const kindOf = createKindReader(catalogue, kinds)
      const { lines, problems: unread } = await readNames(csv, { kindOf, uses })
      if (preview) {
        const plan = await editor.preview((state) => planNames(state, lines))
        return printNames(plan, unread)
      }
      const plan = await editor.change((state) => {
        const planned = planNames(state, lines)
        const problems = [...unread, ...planned.problems]
        if (take !== "good" && problems.length > 0) throw refuseLines(problems)
        return planned
      }, session)
      return printNames(plan, unread)
    },

    readWorkspace: async () => ({ entries: await editor.readEntries() }),

    async addEntry({ session, body: { parent, kind, entry } }) {
      const added = { parent, kind, ...requireFields(kind, entry) }
      const { place } = await editor.change((state) => planAdd(state, added), session)
      return { place }
    },

    async changeEntry({ session, body: change }) {
      if ("restore" in change) {
        await editor.change((state) => planRestore(state, change.place), session)
        return undefined
      }
      const { place, name, unit } = change
      const way = wayTo(await editor.readEntries(), place)
      const fields = { id: anyId, name, ...(typeof unit === "string" && { unit }) }
      const given = requireFields(way.at(-1)?.kind ?? "", fields)
      const named = { name: given.name, unit: unit === null ? null : given.unit }
      await editor.change((state) => planRename(state, place, named), session)
      return undefined
    },

    async removeEntry({ session, query: { place } }) {
      await editor.change((state) => planRemove(state, place), session)
      return undefined
    },

    async importWorkspace({ session, query: { take }, body }) {
      const { workspace, problems } = readImport(catalogue, body, take === "good")
      const plan = await editor.change((state) => planWorkspaceImport(state, workspace), session)
      const { added, renamed, unchanged } = plan
      return { added, renamed, unchanged, errors: toErrors(problems) }
    },

    /** The effective workspace (decisions "The workspace file"). */
    async exportWorkspace() {
      const file = printWorkspace(catalogue, showWorkspace(await editor.readEntries()))
      return new Response(`${JSON.stringify(file, null, 2)}\n`, {
        headers: {
          "content-type": "application/json",
          "content-disposition": 'attachment; filename="workspace.json"',
        },
      })
    },

    /** Makes one call of the platform. */
    async checkEntry({ session, requestId, body: { place } }) {
      const way = wayTo(await editor.readEntries(), place)
      if (way.length === 0)
        throw new BffError("not_found", { detail: "The workspace has no such entry." })
      return checkWorkspaceEntry(way, session, { catalogue, read, requestId })
    },
  })
}
