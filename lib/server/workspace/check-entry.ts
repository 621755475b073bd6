import "server-only"
import {
  type Catalogue,
  type ListOperation,
  listOperations,
  type Operation,
  type PathParameters,
  printPath,
  singleOperations,
} from "../../catalogue"
import type { EditableEntry, WorkspaceCheck } from "../../contract"
import type { Session } from "../../session"
import type { Reply } from "../http/answers"
import type { OperationRequest } from "../reads/operations"

/** The one call that shows whether the platform knows an entry. */
export interface CheckCall {
  readonly operation: Operation
  readonly parameters: PathParameters
  readonly search: string
  /** The list holds the entry where it holds any record. */
  readonly needsRecord: boolean
  /** The entry that the call is about: the one asked for, or one that it holds. */
  readonly through: EditableEntry
}

/** The path of an operation by what the way to an entry names, or undefined where that does not name all of it. */
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
  const make = (operation: Operation, search: string, needsRecord = false): CheckCall[] => {
    const parameters = fillPath(operation, way)
    return parameters ? [{ operation, parameters, search, needsRecord, through }] : []
  }
  const about = (operation: Operation) => current(operation) && lastKind(operation) === through.kind
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

/** The call that checks the entry at the end of the way: about itself, else about the first entry that it holds. */
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

async function readOutcome(answer: Reply, call: CheckCall): Promise<WorkspaceCheck> {
  const body = await answer.toResponse().json()
  if (answer.status === 200) {
    const isEmpty = call.needsRecord && body.data.length === 0
    return { result: isEmpty ? "not_found" : "exists" }
  }
  const result = refusals[body.code]
  if (result) return { result }
  const wait = typeof body.retryAfter === "number" && { retryAfter: body.retryAfter }
  return { result: "unclear", code: body.code, ...wait }
}

/** Asks the platform, past the cache, about the entry at the end of the way; one call, or none where no operation names it. */
export async function checkWorkspaceEntry(
  way: readonly EditableEntry[],
  session: Session,
  {
    catalogue,
    readOperation,
  }: {
    readonly catalogue: Catalogue
    readonly readOperation: (request: OperationRequest) => Promise<Reply>
  },
): Promise<WorkspaceCheck> {
  const call = planCheck(catalogue, way)
  if (!call) return { result: "unclear" }
  const answer = await readOperation({
    session,
    method: "GET",
    path: printPath(call.operation, call.parameters),
    search: call.search,
    headers: new Headers({ "cache-control": "no-cache" }),
  })
  const outcome = await readOutcome(answer, call)
  if (call.through === way.at(-1)) return outcome
  const isClear = outcome.result === "exists" || outcome.code !== undefined
  return { ...(isClear ? outcome : { result: "unclear" }), through: call.through.name }
}
