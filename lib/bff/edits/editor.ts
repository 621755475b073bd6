import "server-only"
import type {
  Catalogue,
  ListOperation,
  Operation,
  PatchOperation,
  PathParameters,
  Row,
} from "../../catalogue"
import { type JsonPatchOperation, parsePatch } from "../../json-patch"
import type { Session } from "../../session"
import type { EditConclusion, EditLog, EditVerdict, LoggedEdit } from "../../store"
import { isUpstreamError, type Ticket, type Upstream, type UpstreamAnswer } from "../../upstream"
import { describeError, type Log } from "../log"
import { prepared } from "../prepared"
import { BffError } from "../problem"
import { judgeEdit } from "./judge-edit"

/** A permitted, well-formed change: `text` is what will be sent, byte for byte. */
export interface Edit {
  readonly operation: PatchOperation
  readonly parameters: PathParameters
  readonly patch: { readonly text: string; readonly operations: readonly JsonPatchOperation[] }
  readonly session: Session
  readonly requestId: string
}

/** Makes changes at the platform, each written down before it is sent and after. */
export interface Editor {
  /** Sends the change once. Throws `UpstreamError`, or `BffError` `unknown_outcome` with what the record shows. */
  edit(edit: Edit): Promise<UpstreamAnswer>
  /** Reads back what was cut off in between, by this instance or another; answers how many edits. */
  readBack(): Promise<number>
}

export interface EditorDependencies {
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, "edit" | "read">
  readonly edits: EditLog
  /** Makes every instance forget what it holds of these records. */
  readonly invalidate: (record: string) => Promise<void>
  readonly log: Log
}

/** Longer than any call may take, waiting for its turn included: who wrote the intent is not sending it any more. */
const abandonedMs = 180_000

function concludeFrom(error: unknown): EditConclusion {
  if (!isUpstreamError(error)) return { outcome: "unknown", code: "internal" }
  const { code, status, sent } = error
  const refused = status !== undefined && status >= 400 && status < 500
  const outcome = sent ? (refused ? "refused" : "unknown") : "not_sent"
  return { outcome, status, code }
}

const lastParameter = (parameters: PathParameters): string => Object.values(parameters).at(-1) ?? ""

/** The list that shows a changed record by its id. */
function listOf(from: Catalogue, { record }: Operation): ListOperation {
  const found = from.operations.find(
    (operation): operation is ListOperation =>
      operation.kind === "list" &&
      operation.record === record &&
      operation.properties["id"]?.filter === true &&
      Object.keys(operation.parameters).length === 0,
  )
  if (!found) throw new TypeError(`No list shows "${record}" by id.`)
  return found
}

const verdictTexts: Record<EditVerdict, string> = {
  applied: "The record has been read back: the change was made.",
  not_applied: "The record has been read back: the change was not made.",
  changed: "The record has been read back: it is neither as before nor as wanted.",
  undetermined: "The record has been read back, but it does not show whether the change was made.",
}

export function createEditor({
  catalogue,
  upstream,
  edits: unprepared,
  invalidate,
  log,
}: EditorDependencies): Editor {
  const edits = prepared(unprepared)

  async function readRecord(operation: Operation, id: string, requestId: string, ticket: Ticket) {
    const search = new URLSearchParams({ id })
    const list = listOf(catalogue, operation)
    const read = { operation: list, parameters: {}, search, following: false, requestId, ticket }
    const { envelope } = await upstream.read(read)
    return [envelope.data].flat()[0] as Row | undefined
  }

  /** What the record shows now; undefined where it cannot be read, which leaves the edit for `readBack`. */
  async function judge(
    { operation, recordId, requestId }: Pick<LoggedEdit, "operation" | "recordId" | "requestId">,
    operations: readonly JsonPatchOperation[],
    ticket: Ticket,
  ): Promise<EditVerdict | undefined> {
    const known = catalogue.operations.find(({ id }) => id === operation)
    if (!known) return "undetermined"
    await invalidate(known.record)
    const record = await readRecord(known, recordId, requestId, ticket).catch(() => null)
    if (record === null) return undefined
    return record ? judgeEdit(operations, record) : "undetermined"
  }

  /** The log must not fail an edit that has been made. */
  async function note(work: Promise<void>, requestId: string): Promise<void> {
    await work.catch((error: unknown) =>
      log.error({ requestId, code: "audit", error: describeError(error) }, "edit"),
    )
  }

  async function intend({ operation, parameters, patch, session, requestId }: Edit) {
    const { sub, name, email } = session
    const intent = {
      personId: sub,
      personName: name ?? email,
      operation: operation.id,
      recordId: lastParameter(parameters),
      patch: patch.text,
      requestId,
    }
    return edits.intend(intent).catch((error: unknown) => {
      log.error({ requestId, code: "audit", error: describeError(error) }, "edit")
      throw new BffError("shared_state_unavailable", { retryAfter: 5 })
    })
  }

  /** Turns an unknown outcome into what the record shows. */
  async function settleUnknown(id: string, edit: Edit): Promise<never> {
    const recordId = lastParameter(edit.parameters)
    const { requestId, session, patch } = edit
    const ticket = { lane: "person", person: session.sub } as const
    const logged = { operation: edit.operation.id, recordId, requestId }
    const verdict = await judge(logged, patch.operations, ticket)
    if (verdict) await note(edits.resolve(id, verdict), requestId)
    throw new BffError("unknown_outcome", {
      ...(verdict && { verdict, detail: verdictTexts[verdict] }),
    })
  }

  return {
    async edit(edit) {
      const { operation, parameters, patch, session, requestId } = edit
      const id = await intend(edit)
      const ticket = { lane: "person", person: session.sub } as const
      const sending = { operation, parameters, body: patch.text, requestId, ticket }
      try {
        const answer = await upstream.edit(sending)
        await invalidate(operation.record)
        await note(edits.conclude(id, { outcome: "applied", status: 200 }), requestId)
        return answer
      } catch (error) {
        const conclusion = concludeFrom(error)
        await note(edits.conclude(id, conclusion), requestId)
        if (conclusion.outcome === "unknown") return settleUnknown(id, edit)
        throw error
      }
    },

    async readBack() {
      const unknown = await edits.claimUnknown(abandonedMs)
      for (const edit of unknown) {
        const parsed = parsePatch(JSON.parse(edit.patch))
        const operations = parsed.ok ? parsed.operations : []
        const verdict = await judge(edit, operations, { lane: "sync" })
        if (verdict) await note(edits.resolve(edit.id, verdict), edit.requestId)
      }
      return unknown.length
    },
  }
}
