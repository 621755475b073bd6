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

/** The list that returns a changed record by its id. */
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

/** The record to read for an edit, and who waits for it. */
interface RequestedRecord {
  readonly operation: Operation
  readonly recordId: string
  readonly scope: RowScope
  readonly requestId: string
  readonly ticket: Ticket
}

/**
 * Reads the changed record from the platform, bypassing all caches; undefined if it does not exist.
 * Throws `UpstreamError`.
 */
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
 * Checks a patch against the current record for platforms that do not support `test` operations.
 * Throws what the platform would return: `test_failed` (409) if a value differs,
 * `patch_not_applicable` (422), or `not_found` (404) if the record does not exist.
 */
function refuseOutdated(record: Row | undefined, operations: readonly JsonPatchOperation[]): void {
  if (!record) throw new BffError("not_found")
  const outcome = applyPatch(record, operations)
  if (outcome.ok) return
  const { code, problems } = outcome.error
  const errors = problems.map(({ path, message }) => ({ parameter: path, message }))
  throw new BffError(codes[code], { errors })
}

/** A permitted, well-formed change; `text` is sent byte for byte. */
export interface Edit {
  readonly operation: PatchOperation
  readonly parameters: PathParameters
  readonly patch: { readonly text: string; readonly operations: readonly JsonPatchOperation[] }
  readonly session: Pick<Session, "sub" | "name" | "email">
  readonly requestId: string
  /** The trace context of the request. */
  readonly traceparent?: string | undefined
  /** The edit of the same record that this one undoes. */
  readonly undoes?: string | undefined
  /**
   * One key per intended change: a request that repeats it within a day gets the first one's
   * result.
   */
  readonly idempotencyKey?: string | undefined
  /** The batch that it belongs to, and the holder of that batch. */
  readonly batch?: { readonly id: string; readonly holder: string }
  /** Who waits for it; defaults to the person. */
  readonly ticket?: Ticket
}

export interface EditResult {
  readonly edit: LoggedEdit
  /** The record after the edit, if the platform returned it or it was read back. */
  readonly record?: Row | undefined
  /** When the record was read, in milliseconds since 1970. */
  readonly asOf: number
  /** Why it was not applied, or `unknown_outcome` with what the record shows. */
  readonly problem?: BffError | undefined
}

interface EditorDependencies {
  readonly catalogue: Catalogue
  readonly upstream: Pick<Upstream, "edit" | "read">
  readonly edits: EditLog
  /** Whether the platform supports `test` operations; by default it does. */
  readonly takesTests?: () => Promise<boolean>
  /** Invalidates cached answers with these records on every instance. */
  readonly invalidate: (record: string) => Promise<void>
  readonly log: Log
}

/**
 * Longer than any call may take, including the wait for its slot: the process that logged the
 * intent is no longer sending it.
 */
const abandonedMs = 300_000

/** How long a repeated request waits for the first one to end. */
const waitMs = 60_000
const lookEveryMs = 200

/** The path parameters of an operation with exactly one. */
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

/**
 * The conclusion that an error means for the edit; an error before sending means that nothing was
 * applied.
 */
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

/** Why a logged edit was not applied; undefined if it was. */
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

/** Sends changes to the platform and logs each one before and after sending. */
export function createEditor({
  catalogue,
  upstream,
  edits,
  takesTests = async () => true,
  invalidate,
  log,
}: EditorDependencies) {
  const schemas = departmentSchemas(catalogue)

  /** A failing log must not fail an edit that has been applied. */
  const note = <T>(work: Promise<T>, requestId: string): Promise<T | undefined> =>
    work.catch((error: unknown) => {
      log.error({ requestId, code: "audit", error: describeError(error) }, "edit")
      return undefined
    })

  /** Nothing is sent without an entry in the log. */
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

  /**
   * The edit that used the same key first, once it has ended or a minute has passed; throws
   * `idempotency_key_reused` (422).
   */
  async function readRepeated(intent: EditIntent, key: string): Promise<LoggedEdit | undefined> {
    const until = Date.now() + waitMs
    for (;;) {
      const first = await mustReach(edits.readKey(intent.personId, key), intent.requestId)
      if (first && !isSame(first, intent)) throw new BffError("idempotency_key_reused")
      if (first?.outcome !== "intended" || Date.now() > until) return first
      await delay(lookEveryMs)
    }
  }

  /** Logs what is about to be sent, or finds the edit that the same key has sent already. */
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
      // Another request has used the same key in the meantime.
      if (key === undefined) throw new BffError("batch_conflict")
    }
  }

  /**
   * Rejects what the platform would refuse: values that are never allowed and, if the platform does
   * not compare values, changes to a record that somebody else has changed.
   */
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

  /** The current record of an edit; undefined if it does not exist. Throws `UpstreamError`. */
  async function readRecord(
    { operation: operationId, recordId, requestId }: LoggedEdit,
    { ticket, scope = "all" }: { readonly ticket: Ticket; readonly scope?: RowScope },
  ): Promise<Row | undefined> {
    const operation = catalogue.operations.find(({ id }) => id === operationId)
    if (!operation) return undefined
    const requested = { operation, recordId, scope, requestId, ticket }
    return readEditedRecord({ catalogue, upstream }, requested)
  }

  /**
   * Settles an edit with an unknown outcome by reading its record; if the record cannot be read,
   * `readBack` retries later.
   */
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
     * Sends the change once and returns its outcome. Only throws before the edit is logged:
     * `invalid_body` if the edit to undo does not exist, `idempotency_key_reused` (422),
     * `batch_conflict` if the holder may not send this item, `shared_state_unavailable`.
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

    /** Settles interrupted edits of any instance by reading their records; returns how many. */
    async readBack(): Promise<number> {
      const unknown = await edits.claimUnknown(abandonedMs)
      for (const edit of unknown) await resolve(edit, { priority: "sync" })
      return unknown.length
    },
  }
}

export type EditService = ReturnType<typeof createEditor>
