import "server-only"
import type { PatchOperation, Row } from "../../catalogue"
import { type EditAnswer, editsContract } from "../../contract"
import { problems } from "../../contract/problems"
import { type JsonPatchOperation, printPatch, readPatchText } from "../../json-patch"
import { rowScopeOf } from "../../session"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { UpstreamHider } from "../reads/hide-upstream"
import { requirePatch } from "../reads/require-patch"
import { type EditResult, type EditService, parametersOf } from "./editor"
import { showEdit } from "./show-edit"
import type { EditLog } from "./table"

export interface EditsRoutesParts {
  readonly editor: EditService
  readonly log: Pick<EditLog, "read">
  readonly upstreamHider: Pick<UpstreamHider, "hide" | "hideText">
  /** The operation that changes are sent to. */
  readonly readOperation: () => Promise<PatchOperation>
}

/** A read-back determines whether an edit was applied; one that was not counts as refused. */
function outcomeOf({ outcome, verdict }: EditResult["edit"]): EditAnswer["outcome"] {
  if (outcome === "applied" || verdict === "applied") return "applied"
  const isRefused = outcome === "refused" || outcome === "not_sent" || verdict === "not_applied"
  return isRefused ? "refused" : "unknown"
}

/** Single edits of a department: sent once per key, validated, and read again by id. */
export function editsRoutes(parts: EditsRoutesParts): readonly BoundRoute[] {
  const { editor, log, upstreamHider, readOperation } = parts

  function show({ edit, problem }: EditResult, record: Row | undefined): EditAnswer {
    const outcome = outcomeOf(edit)
    const { detail, errors = [] } = problem?.parts ?? {}
    const reasons =
      problem && outcome !== "applied"
        ? [
            { path: "", message: detail ?? problems[problem.code].detail },
            ...errors.map(({ parameter, message }) => ({ path: parameter, message })),
          ]
        : []
    return {
      edit: showEdit(edit),
      record: record ? (upstreamHider.hide(record) as EditAnswer["record"]) : null,
      outcome,
      reasons: reasons.map(({ path, message }) => ({
        path,
        message: upstreamHider.hideText(message),
      })),
    }
  }

  return bindRoutes(editsContract, {
    async sendEdit({ session, parameters: { departmentId }, headers, body, requestId }) {
      const operation = await readOperation()
      const result = await editor.edit({
        operation,
        parameters: parametersOf(operation, departmentId),
        patch: requirePatch(readPatchText(printPatch(body as readonly JsonPatchOperation[]))),
        session,
        requestId,
        undoes: headers["x-undoes"],
        idempotencyKey: headers["idempotency-key"],
      })
      // Nothing was sent, and the same key may be used again.
      if (result.edit.outcome === "not_sent" && result.problem) throw result.problem
      const { edit, record, problem } = result
      if (record || problem?.code !== "test_failed") return show(result, record)
      // After losing to somebody else's change, the person sees the current department.
      const ticket = { priority: "person", person: session.sub } as const
      return show(result, await editor.readRecord(edit, { ticket }).catch(() => undefined))
    },

    async readEdit({ session, parameters: { departmentId, editId } }) {
      const filter = { id: editId, record: departmentId }
      const [logged] = await log.read({ filter, limit: 1 })
      if (!logged) throw new BffError("not_found")
      const ticket = { priority: "person", person: session.sub } as const
      const result = await editor.resolve(logged, ticket)
      const scope = rowScopeOf(session)
      return show(result, result.record ?? (await editor.readRecord(logged, { ticket, scope })))
    },
  })
}
