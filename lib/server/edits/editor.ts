import "server-only"
import {
  type Catalogue,
  departmentSchemas,
  type ListOperation,
  type Operation,
  type PatchOperation,
  type PathParameters,
  type Row,
  type RowScope,
} from "../../catalogue"
import type { ProblemCode } from "../../contract/problems"
import {
  applyPatch,
  type JsonPatchOperation,
  type PatchErrorCode,
  parsePatch,
  printUnguarded,
} from "../../json-patch"
import { isUpstreamError, type Ticket, type Upstream, type UpstreamAnswer } from "../../platform"
import type { Session } from "../../session"
import { describeError, type Log } from "../http/log"
import { BffError, isBffError } from "../http/problem"
import { judgeEdit } from "./judge-edit"
import { judgeValues } from "./judge-values"
import type { EditConclusion, EditLog, EditVerdict, LoggedEdit } from "./table"

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

/** Which record is read for which edit, and who waits for it. */
interface RequestedRecord {
  readonly operation: Operation
  readonly recordId: string
  readonly scope: RowScope
  readonly requestId: string
  readonly ticket: Ticket
}

/** The record of a change as the platform has it now, past every cache; undefined where there is none. Throws `UpstreamError`. */
export async function readEditedRecord(
  { catalogue, upstream }: { catalogue: Catalogue; upstream: Pick<Upstream, "read"> },
  { operation, recordId: id, scope, requestId, ticket }: RequestedRecord,
): Promise<Row | undefined> {
  const search = new URLSearchParams({ id })
  const list = listOf(catalogue, operation)
  const { envelope } = await upstream.read({
    operation: list,
    parameters: {},
    scope,
    search,
    following: false,
    requestId,
    ticket,
  })
  return [envelope.data].flat()[0] as Row | undefined
}

const codes = {
  malformed: "malformed_body",
  not_applicable: "patch_not_applicable",
  test_failed: "test_failed",
} as const satisfies Record<PatchErrorCode, ProblemCode>

/**
 * Judges a patch by the record as it is, in the place of a platform that takes no `test` operations:
 * throws what that would answer, `test_failed` (409) where a value is another one, `patch_not_applicable`
 * (422), or `not_found` (404) where there is no record.
 */
function refuseOutdated(record: Row | undefined, operations: readonly JsonPatchOperation[]): void {
  if (!record) throw new BffError("not_found")
  const outcome = applyPatch(record, operations)
  if (outcome.ok) return
  const { code, problems } = outcome.error
  const errors = problems.map(({ path, message }) => ({ parameter: path, message }))
  throw new BffError(codes[code], { errors })
}

/** A permitted, well-formed change: `text` is what will be sent, byte for byte. */
export interface Edit {
  readonly operation: PatchOperation
  readonly parameters: PathParameters
  readonly patch: { readonly text: string; readonly operations: readonly JsonPatchOperation[] }
  readonly session: Pick<Session, "sub" | "name" | "email">
  readonly requestId: string
  /** The trace that it was asked in. */
  readonly traceparent?: string | undefined
  /** The edit of the same record that this one takes back. */
  readonly undoes?: string
  /** The batch that it is part of, and who holds that. */
  readonly batch?: { readonly id: string; readonly holder: string }
  /** Who waits for it; the person unless told otherwise. */
  readonly ticket?: Ticket
}

/** Makes changes at the platform, each written down before it is sent and after. */
export interface EditService {
  /**
   * Sends the change once. Throws `UpstreamError`, or `BffError`: `unknown_outcome` with what the record
   * shows, `test_failed` where the dashboard compares in the platform's place, `invalid_body` where there
   * is no such edit to take back, `batch_conflict` where its part of the batch is not the holder's to send.
   */
  edit(edit: Edit): Promise<UpstreamAnswer>
  /** Reads back what was cut off in between, by this instance or another; answers how many edits. */
  readBack(): Promise<number>
}

interface EditorDependencies {
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, "edit" | "read">
  readonly edits: EditLog
  /** Whether the platform takes `test` operations, as it does where nobody says otherwise. */
  readonly takesTests?: () => Promise<boolean>
  /** Makes every instance forget what it holds of these records. */
  readonly invalidate: (record: string) => Promise<void>
  readonly log: Log
}

/** Longer than any call may take, waiting for its slot included: who wrote the intent is not sending it any more. */
const abandonedMs = 300_000

function concludeFrom(error: unknown): EditConclusion {
  if (!isUpstreamError(error)) return { outcome: "unknown", code: "internal" }
  const { code, status, sent } = error
  const refused = status !== undefined && status >= 400 && status < 500
  const outcome = sent ? (refused ? "refused" : "unknown") : "not_sent"
  return { outcome, status, code }
}

/** Of a change that was not sent: the record says no, or could not be asked. */
const concludeUnsent = (error: unknown): EditConclusion =>
  isBffError(error)
    ? { outcome: "refused", code: error.code }
    : { outcome: "not_sent", code: isUpstreamError(error) ? error.code : "internal" }

const recordOf = ({ parameters }: Edit): string => Object.values(parameters).at(-1) ?? ""

const ticketOf = ({ ticket, session }: Edit): Ticket =>
  ticket ?? { priority: "person", person: session.sub }

const verdictTexts: Record<EditVerdict, string> = {
  applied: "The record has been read back: the change was made.",
  not_applied: "The record has been read back: the change was not made.",
  changed: "The record has been read back: it is neither as before nor as wanted.",
  undetermined: "The record has been read back, but it does not show whether the change was made.",
}

const noSuchEdit = () =>
  new BffError("invalid_body", {
    errors: [{ parameter: "x-undoes", message: "x-undoes names no edit of this record." }],
  })

export function createEditor({
  catalogue,
  upstream,
  edits: unprepared,
  takesTests = async () => true,
  invalidate,
  log,
}: EditorDependencies): EditService {
  const edits = unprepared

  /** What the record shows now; undefined where it cannot be read, which leaves the edit for `readBack`. */
  async function judge(
    { operation, recordId, requestId }: Pick<LoggedEdit, "operation" | "recordId" | "requestId">,
    operations: readonly JsonPatchOperation[],
    ticket: Ticket,
  ): Promise<EditVerdict | undefined> {
    const known = catalogue.operations.find(({ id }) => id === operation)
    if (!known) return "undetermined"
    await invalidate(known.record)
    const requested = { operation: known, recordId, scope: "all", requestId, ticket } as const
    const record = await readEditedRecord({ catalogue, upstream }, requested).catch(() => null)
    if (record === null) return undefined
    return record ? judgeEdit(operations, record) : "undetermined"
  }

  /** The log must not fail an edit that has been made. */
  async function note(work: Promise<void>, requestId: string): Promise<void> {
    await work.catch((error: unknown) =>
      log.error({ requestId, code: "audit", error: describeError(error) }, "edit"),
    )
  }

  /** Without its line in the log nothing is sent. */
  function mustReach<T>(work: Promise<T>, requestId: string): Promise<T> {
    return work.catch((error: unknown) => {
      log.error({ requestId, code: "audit", error: describeError(error) }, "edit")
      throw new BffError("shared_state_unavailable", { retryAfter: 5 })
    })
  }

  async function intend(edit: Edit, sentPatch: string | undefined): Promise<string> {
    const { operation, patch, session, requestId, undoes, batch } = edit
    const { sub, name, email } = session
    const intent = {
      personId: sub,
      personName: name ?? email,
      operation: operation.id,
      recordId: recordOf(edit),
      patch: patch.text,
      sentPatch,
      requestId,
      undoes,
      batch: batch?.id,
    }
    const id = await mustReach(edits.intend(intent, batch?.holder), requestId)
    if (id === undefined) throw new BffError("batch_conflict")
    return id
  }

  async function requireUndone(edit: Edit): Promise<void> {
    if (edit.undoes === undefined) return
    const filter = { id: edit.undoes, record: recordOf(edit) }
    const found = await mustReach(edits.read({ filter, limit: 1 }), edit.requestId)
    if (found.length === 0) throw noSuchEdit()
  }

  const schemas = departmentSchemas(catalogue)

  /** What would be refused is not sent; it has its line in the log as the platform's refusals have. */
  async function refuseInvalid(edit: Edit): Promise<void> {
    if (edit.operation.record !== "department") return
    const errors = judgeValues(schemas, recordOf(edit), edit.patch.operations)
    const [first] = errors
    if (!first) return
    const refusal = new BffError("patch_not_applicable", { errors, detail: first.message })
    const id = await intend(edit, undefined)
    await note(edits.conclude(id, concludeUnsent(refusal)), edit.requestId)
    throw refusal
  }

  /** Compares in the platform's place, just before sending; a refusal has its line in the log as the platform's has. */
  async function compareFirst(edit: Edit, sentPatch: string | undefined): Promise<void> {
    const { operation, patch, requestId } = edit
    const recordId = recordOf(edit)
    const requested = {
      operation,
      recordId,
      scope: "all",
      requestId,
      ticket: ticketOf(edit),
    } as const
    try {
      refuseOutdated(await readEditedRecord({ catalogue, upstream }, requested), patch.operations)
    } catch (error) {
      const id = await intend(edit, sentPatch)
      await note(edits.conclude(id, concludeUnsent(error)), requestId)
      throw error
    }
  }

  /** Turns an unknown outcome into what the record shows. */
  async function resolveUnknown(id: string, edit: Edit): Promise<never> {
    const { requestId, patch } = edit
    const logged = { operation: edit.operation.id, recordId: recordOf(edit), requestId }
    const verdict = await judge(logged, patch.operations, ticketOf(edit))
    if (verdict) await note(edits.resolve(id, verdict), requestId)
    throw new BffError("unknown_outcome", {
      ...(verdict && { verdict, detail: verdictTexts[verdict] }),
    })
  }

  return {
    async edit(edit) {
      const { operation, parameters, patch, requestId, traceparent } = edit
      await requireUndone(edit)
      await refuseInvalid(edit)
      const isGuarded = patch.operations.some(({ op }) => op === "test")
      const isCompared = isGuarded && !(await takesTests())
      const body = isCompared ? printUnguarded(patch.operations) : patch.text
      const sentPatch = body === patch.text ? undefined : body
      if (isCompared) await compareFirst(edit, sentPatch)
      const id = await intend(edit, sentPatch)
      const sending = {
        operation,
        parameters,
        body,
        requestId,
        traceparent,
        ticket: ticketOf(edit),
      }
      try {
        const answer = await upstream.edit(sending)
        await invalidate(operation.record)
        await note(edits.conclude(id, { outcome: "applied", status: 200 }), requestId)
        return answer
      } catch (error) {
        const conclusion = concludeFrom(error)
        await note(edits.conclude(id, conclusion), requestId)
        if (conclusion.outcome === "unknown") return resolveUnknown(id, edit)
        throw error
      }
    },

    async readBack() {
      const unknown = await edits.claimUnknown(abandonedMs)
      for (const edit of unknown) {
        const parsed = parsePatch(JSON.parse(edit.patch))
        const operations = parsed.ok ? parsed.operations : []
        const verdict = await judge(edit, operations, { priority: "sync" })
        if (verdict) await note(edits.resolve(edit.id, verdict), edit.requestId)
      }
      return unknown.length
    },
  }
}
