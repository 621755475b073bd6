import "server-only"
import { setTimeout as delay } from "node:timers/promises"
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
import { type ProblemCode, problems } from "../../contract/problems"
import {
  applyPatch,
  type JsonPatchOperation,
  type PatchErrorCode,
  parsePatch,
  printUnguarded,
} from "../../json-patch"
import { isUpstreamError, type Ticket, type Upstream } from "../../platform"
import type { Session } from "../../session"
import { describeError, type Log } from "../http/log"
import { BffError, isBffError, toBffError } from "../http/problem"
import { judgeEdit } from "./judge-edit"
import { judgeValues } from "./judge-values"
import type { EditConclusion, EditIntent, EditLog, EditVerdict, LoggedEdit } from "./table"

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
  readonly undoes?: string | undefined
  /** One key per intention: a request that repeats it within a day gets the first one's result. */
  readonly idempotencyKey?: string | undefined
  /** The batch that it is part of, and who holds that. */
  readonly batch?: { readonly id: string; readonly holder: string }
  /** Who waits for it; the person unless told otherwise. */
  readonly ticket?: Ticket
}

/** What became of an edit. */
export interface EditResult {
  readonly edit: LoggedEdit
  /** The record after it, where the platform answered it or it was read back. */
  readonly record?: Row | undefined
  /** When the record was read, in milliseconds since 1970. */
  readonly asOf: number
  /** Why it was not made, or that nobody knows: `unknown_outcome` with what the record shows. */
  readonly problem?: BffError | undefined
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

/** How long a repeated request waits for the end of the first one. */
const waitMs = 60_000
const lookEveryMs = 200

/** The path parameters of an operation, which has one. */
export const parametersOf = ({ parameters }: PatchOperation, id: string): PathParameters =>
  Object.fromEntries(Object.keys(parameters).map((name) => [name, id]))

const recordOf = ({ parameters }: Edit): string => Object.values(parameters).at(-1) ?? ""

const ticketOf = ({ ticket, session }: Edit): Ticket =>
  ticket ?? { priority: "person", person: session.sub }

const verdictTexts: Record<EditVerdict, string> = {
  applied: "The record has been read back: the change was made.",
  not_applied: "The record has been read back: the change was not made.",
  changed: "The record has been read back: it is neither as before nor as wanted.",
  undetermined: "The record has been read back, but it does not show whether the change was made.",
}

/** How an error ended the edit; before it was sent, nothing of it can have been made. */
function concludeFrom(error: unknown, isBeforeSending: boolean): EditConclusion {
  const { code, parts } = toBffError(error)
  const { detail, errors } = parts
  const problem = { ...(detail !== undefined && { detail }), ...(errors && { errors }) }
  if (!isUpstreamError(error)) {
    const outcome = !isBeforeSending ? "unknown" : isBffError(error) ? "refused" : "not_sent"
    return { outcome, code, problem }
  }
  const { status, sent } = error
  if (isBeforeSending || !sent) return { outcome: "not_sent", status, code, problem }
  const isRefused = status !== undefined && status >= 400 && status < 500
  return { outcome: isRefused ? "refused" : "unknown", status, code, problem }
}

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** Why an edit of the log was not made; undefined where it was. */
export function problemOf({ id, outcome, code, problem, verdict }: LoggedEdit) {
  if (outcome === "applied") return undefined
  if (outcome === "refused" || outcome === "not_sent") {
    const known = code !== undefined && isProblemCode(code) ? code : "internal"
    return new BffError(known, { ...problem, editId: id })
  }
  const known = verdict && { verdict, detail: verdictTexts[verdict] }
  return new BffError("unknown_outcome", { ...known, editId: id })
}

const resultOf = (edit: LoggedEdit, record?: Row): EditResult => ({
  edit,
  record,
  asOf: Date.now(),
  problem: problemOf(edit),
})

const isSame = (edit: LoggedEdit, { recordId, patch, undoes }: EditIntent) =>
  edit.recordId === recordId && edit.patch === patch && edit.undoes === undoes

const noSuchEdit = () =>
  new BffError("invalid_body", {
    errors: [{ parameter: "x-undoes", message: "x-undoes names no edit of this record." }],
  })

/** Makes changes at the platform, each written down before it is sent and after. */
export function createEditor({
  catalogue,
  upstream,
  edits,
  takesTests = async () => true,
  invalidate,
  log,
}: EditorDependencies) {
  const schemas = departmentSchemas(catalogue)

  /** The log must not fail an edit that has been made. */
  const note = <T>(work: Promise<T>, requestId: string): Promise<T | undefined> =>
    work.catch((error: unknown) => {
      log.error({ requestId, code: "audit", error: describeError(error) }, "edit")
      return undefined
    })

  /** Without its line in the log nothing is sent. */
  function mustReach<T>(work: Promise<T>, requestId: string): Promise<T> {
    return work.catch((error: unknown) => {
      log.error({ requestId, code: "audit", error: describeError(error) }, "edit")
      throw new BffError("shared_state_unavailable", { retryAfter: 5 })
    })
  }

  async function requireUndone(edit: Edit): Promise<void> {
    if (edit.undoes === undefined) return
    const filter = { id: edit.undoes, record: recordOf(edit) }
    const found = await mustReach(edits.read({ filter, limit: 1 }), edit.requestId)
    if (found.length === 0) throw noSuchEdit()
  }

  /** The edit that the same key has begun, once it has ended or has had a minute for that; throws `idempotency_key_reused` (422). */
  async function readRepeated(intent: EditIntent, key: string): Promise<LoggedEdit | undefined> {
    const until = Date.now() + waitMs
    for (;;) {
      const first = await mustReach(edits.readKey(intent.personId, key), intent.requestId)
      if (first && !isSame(first, intent)) throw new BffError("idempotency_key_reused")
      if (first?.outcome !== "intended" || Date.now() > until) return first
      await delay(lookEveryMs)
    }
  }

  /** Writes down what is about to be sent, or finds what the same key has sent already. */
  async function begin(intent: EditIntent, holder: string | undefined) {
    const { idempotencyKey: key, requestId } = intent
    for (;;) {
      const first = key === undefined ? undefined : await readRepeated(intent, key)
      if (first) return { logged: first, isRepeated: true }
      const id = await mustReach(edits.intend(intent, holder), requestId)
      if (id !== undefined) {
        const logged: LoggedEdit = {
          ...intent,
          id,
          intendedAt: Date.now(),
          outcome: "intended",
        }
        return { logged, isRepeated: false }
      }
      // Between the two somebody else has begun it with the same key.
      if (key === undefined) throw new BffError("batch_conflict")
    }
  }

  /** What would be refused is not sent: values that no platform takes, and, in the place of one that compares nothing, what somebody has changed. */
  async function judgeBefore(edit: Edit, isCompared: boolean): Promise<void> {
    const { operation, patch, requestId } = edit
    const recordId = recordOf(edit)
    if (operation.record === "department") {
      const errors = judgeValues(schemas, recordId, patch.operations)
      const [first] = errors
      if (first) throw new BffError("patch_not_applicable", { errors, detail: first.message })
    }
    if (!isCompared) return
    const requested = { operation, recordId, scope: "all", requestId } as const
    const ticket = ticketOf(edit)
    const record = await readEditedRecord({ catalogue, upstream }, { ...requested, ticket })
    refuseOutdated(record, patch.operations)
  }

  /** The record of an edit as it is now; undefined where there is none. Throws `UpstreamError`. */
  async function readRecord(
    { operation: operationId, recordId, requestId }: LoggedEdit,
    { ticket, scope = "all" }: { readonly ticket: Ticket; readonly scope?: RowScope },
  ): Promise<Row | undefined> {
    const operation = catalogue.operations.find(({ id }) => id === operationId)
    if (!operation) return undefined
    const requested = { operation, recordId, scope, requestId, ticket }
    return readEditedRecord({ catalogue, upstream }, requested)
  }

  /** What the record shows of an edit whose outcome is unknown; where it cannot be read, that stays for `readBack`. */
  async function resolve(edit: LoggedEdit, ticket: Ticket): Promise<EditResult> {
    if (edit.outcome !== "unknown" || edit.verdict !== undefined) return resultOf(edit)
    const { operation: operationId, requestId } = edit
    const operation = catalogue.operations.find(({ id }) => id === operationId)
    if (operation) await invalidate(operation.record)
    const record = await readRecord(edit, { ticket }).catch(() => null)
    if (record === null) return resultOf(edit)
    const parsed = parsePatch(JSON.parse(edit.patch))
    const operations = parsed.ok ? parsed.operations : []
    const verdict = record ? judgeEdit(operations, record) : "undetermined"
    const resolved = await note(edits.resolve(edit.id, verdict), requestId)
    return resultOf(resolved ?? { ...edit, verdict }, record)
  }

  async function send(edit: Edit, logged: LoggedEdit, body: string): Promise<EditResult> {
    const { operation, parameters, requestId, traceparent } = edit
    let isBeforeSending = true
    async function end(conclusion: EditConclusion): Promise<LoggedEdit> {
      const ended = await note(edits.conclude(logged.id, conclusion), requestId)
      return ended ?? { ...logged, ...conclusion, concludedAt: Date.now() }
    }
    try {
      const ticket = ticketOf(edit)
      await judgeBefore(edit, logged.sentPatch !== undefined)
      isBeforeSending = false
      const sending = { operation, parameters, body, requestId, traceparent, ticket }
      const { envelope, receivedAt } = await upstream.edit(sending)
      await invalidate(operation.record)
      const ended = await end({ outcome: "applied", status: 200 })
      const record = [envelope.data].flat()[0] as Row | undefined
      return { edit: ended, record, asOf: receivedAt }
    } catch (error) {
      const ended = await end(concludeFrom(error, isBeforeSending))
      if (ended.outcome === "unknown") return resolve(ended, ticketOf(edit))
      const { code, parts } = toBffError(error)
      const problem = new BffError(code, { ...parts, editId: ended.id })
      return { edit: ended, asOf: Date.now(), problem }
    }
  }

  return {
    /**
     * Sends the change once, and says what became of it. Throws only what comes before its line in the log:
     * `invalid_body` where there is no such edit to take back, `idempotency_key_reused` (422), `batch_conflict`
     * where its part of the batch is not the holder's to send, `shared_state_unavailable`.
     */
    async edit(edit: Edit): Promise<EditResult> {
      const { operation, patch, session, requestId, undoes, batch, idempotencyKey } = edit
      await requireUndone(edit)
      const isGuarded = patch.operations.some(({ op }) => op === "test")
      const isCompared = isGuarded && !(await takesTests())
      const body = isCompared ? printUnguarded(patch.operations) : patch.text
      const { logged, isRepeated } = await begin(
        {
          personId: session.sub,
          personName: session.name ?? session.email,
          operation: operation.id,
          recordId: recordOf(edit),
          patch: patch.text,
          sentPatch: isCompared ? body : undefined,
          requestId,
          undoes,
          batch: batch?.id,
          idempotencyKey,
        },
        batch?.holder,
      )
      if (!isRepeated) return send(edit, logged, body)
      const ticket = ticketOf(edit)
      const result = await resolve(logged, ticket)
      if (result.record || result.problem) return result
      return { ...result, record: await readRecord(logged, { ticket }) }
    },

    resolve,
    readRecord,

    /** Reads back what was cut off in between, by this instance or another; answers how many edits. */
    async readBack(): Promise<number> {
      const unknown = await edits.claimUnknown(abandonedMs)
      for (const edit of unknown) await resolve(edit, { priority: "sync" })
      return unknown.length
    },
  }
}

export type EditService = ReturnType<typeof createEditor>
