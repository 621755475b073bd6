import "server-only"
import {
  type Catalogue,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
  singleOperations,
} from "../../catalogue"
import type { EditableEntry, WorkspaceCheck } from "../../contract"
import type { ReadOperation } from "../../platform"
import type { Session } from "../../session"
import type { Answer } from "../http/answers"
import { toBffError } from "../http/problem"
import type { Reads } from "../reads/operations"

/** The one call that shows whether the platform knows an entry. */
export interface CheckCall {
  readonly operation: ReadOperation
  readonly parameters: PathParameters
  readonly search: string
  /** True if the list must return a record for the entry to exist. */
  readonly needsRecord: boolean
  /** The entry that the call is about: the requested one, or one of its children. */
  readonly through: EditableEntry
}

/**
 * The path parameters of an operation from the ids on the way to an entry; undefined if one is
 * missing.
 */
function fillPath(operation: Operation, way: readonly EditableEntry[]): PathParameters | undefined {
  const found = Object.entries(operation.parameters).map(
    ([name, kind]) => [name, way.findLast((entry) => entry.kind === kind)?.id] as const,
  )
  if (found.some(([, id]) => id === undefined)) return undefined
  return Object.fromEntries(found.map(([name, id]) => [name, id ?? ""]))
}

const lastKind = ({ parameters }: Operation) => Object.values(parameters).at(-1)
const current = ({ deprecated }: Operation) => deprecated === undefined

function callsOf(catalogue: Catalogue, way: readonly EditableEntry[]): CheckCall[] {
  const through = way.at(-1)
  if (!through) return []
  const make = (operation: ReadOperation, search: string, needsRecord = false): CheckCall[] => {
    const parameters = fillPath(operation, way)
    return parameters ? [{ operation, parameters, search, needsRecord, through }] : []
  }
  const about = (operation: ReadOperation) =>
    current(operation) && lastKind(operation) === through.kind
  const lists = listOperations(catalogue)
  const holds = (list: ListOperation) =>
    current(list) && list.record === through.kind && list.properties["id"]?.filter === true
  return [
    ...singleOperations(catalogue)
      .filter(about)
      .flatMap((operation) => make(operation, "")),
    ...lists.filter(about).flatMap((list) => make(list, "limit=1")),
    ...lists.filter(holds).flatMap((list) => make(list, `limit=1&id=${through.id}`, true)),
  ]
}

/**
 * Plans the call that checks the last entry of the way: through itself, or else through its first
 * child.
 */
export function planCheck(
  catalogue: Catalogue,
  way: readonly EditableEntry[],
): CheckCall | undefined {
  const [own] = callsOf(catalogue, way)
  if (own) return own
  for (const child of way.at(-1)?.children ?? []) {
    const call = child.origin === "hidden" ? undefined : planCheck(catalogue, [...way, child])
    if (call) return call
  }
  return undefined
}

const refusals: Readonly<Record<string, WorkspaceCheck["result"]>> = {
  not_found: "not_found",
  upstream_forbidden: "no_access",
  upstream_unauthorized: "no_access",
  feature_not_enabled: "feature_off",
}

/** The result that an error means for the entry. */
function outcomeOf(error: unknown): WorkspaceCheck {
  const { code, parts } = toBffError(error)
  const result = refusals[code]
  if (result) return { result }
  const { retryAfter } = parts
  return { result: "unclear", code, ...(retryAfter !== undefined && { retryAfter }) }
}

/** Whether the platform has the requested records. */
const readOutcome = ({ text }: Answer, { needsRecord }: CheckCall): WorkspaceCheck => ({
  result: needsRecord && JSON.parse(text).data.length === 0 ? "not_found" : "exists",
})

/**
 * Checks the last entry of the way at the platform, bypassing the cache: one call, or none if no
 * operation covers it.
 */
export async function checkWorkspaceEntry(
  way: readonly EditableEntry[],
  session: Session,
  {
    catalogue,
    read,
    requestId,
  }: {
    readonly catalogue: Catalogue
    readonly read: Reads["read"]
    readonly requestId: string
  },
): Promise<WorkspaceCheck> {
  const call = planCheck(catalogue, way)
  if (!call) return { result: "unclear" }
  const { operation, parameters: raw, search } = call
  const outcome = await read(
    { operation, raw, search, session },
    { requestId, priority: "person", person: session.sub, refresh: true },
  ).then((answer) => readOutcome(answer, call), outcomeOf)
  if (call.through === way.at(-1)) return outcome
  const isClear = outcome.result === "exists" || outcome.code !== undefined
  return { ...(isClear ? outcome : { result: "unclear" }), through: call.through.name }
}
