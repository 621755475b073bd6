import "server-only"
import {
  type Catalogue,
  type ListOperation,
  listOperations,
  type Row,
  type RowScope,
  type TreeDepartment,
} from "../../catalogue"
import type { ProblemCode } from "../../contract/problems"
import { readPages, type Upstream } from "../../platform"
import type { EditService } from "../edits/editor"
import { describeError, type Log } from "../http/log"
import { withDeadline } from "../reads/with-deadline"
import type {
  DepartmentNamesRead,
  DepartmentsRead,
  DepartmentsTable,
  NamedDepartment,
  ReadingState,
} from "./departments-table"

/** The names of all departments, refreshed from the list of departments within the quota. */
export interface DepartmentNamesService {
  /** The stored names; if they are stale, the list is refreshed in the background. */
  read(scope: RowScope): Promise<DepartmentNamesRead>
  /**
   * The stored department tree, undefined before the first complete refresh; if it is stale, the
   * list is refreshed in the background.
   */
  readTree(scope: RowScope): Promise<TreeDepartment[] | undefined>
  /** All stored departments; if they are stale, the list is refreshed in the background. */
  readDepartments(scope: RowScope): Promise<DepartmentsRead>
  /**
   * The ids whose names may be shown: all of them to HR managers and administrators, department
   * managers to everyone else.
   */
  nameable(ids: readonly string[], seesAll: boolean): Promise<readonly string[]>
  /** Wraps the editor, so that its changes to departments are stored here at once. */
  follow<Editor extends Pick<EditService, "edit">>(editor: Editor): Editor
  /** Resolves once a running refresh has stopped, at its next page. */
  close(): Promise<void>
}

export interface DepartmentNamesServiceParts {
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly upstream: Upstream
  readonly names: DepartmentsTable
  readonly log: Log
}

const record = "department"
/** Errors of an edit after which the record may differ from what is stored here. */
const mayDiffer: readonly ProblemCode[] = ["unknown_outcome", "test_failed"]
const times = { everyMs: 15 * 60_000, leaseMs: 2 * 60_000 }
/** How long a look-up of names waits for the first refresh, in milliseconds. */
const firstReadingMs = 5000

/** The list of all departments; if there are several, the one in use. */
function listOf(catalogue: Catalogue): ListOperation {
  const found = listOperations(catalogue).find(
    (list) => list.record === record && Object.keys(list.parameters).length === 0,
  )
  if (!found) throw new TypeError("No list shows departments.")
  return found
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null)

function readNamed(rows: readonly Row[]): NamedDepartment[] {
  const named = new Map<string, NamedDepartment>()
  for (const { id, name, parentId, type, externalId, city, managerUserId } of rows)
    if (typeof id === "string" && typeof name === "string")
      named.set(id, {
        id,
        name,
        parentId: textOf(parentId),
        type: textOf(type),
        externalId: textOf(externalId),
        city: textOf(city),
        managerUserId: textOf(managerUserId),
      })
  return [...named.values()]
}

export function createDepartmentNamesService({
  catalogue,
  apiUrl,
  upstream,
  names,
  log,
}: DepartmentNamesServiceParts): DepartmentNamesService {
  let reading: Promise<void> | undefined
  let isClosed = false
  const fail = (error: unknown) =>
    log.error({ operation: "department-names", error: describeError(error) }, "department names")

  async function readList() {
    const id = await names.claim(times)
    if (id === undefined) return
    const operation = listOf(catalogue)
    const list = { operation, parameters: {}, scope: "all", ticket: { priority: "sync" } } as const
    const first = { search: `limit=${operation.limit.maximum}`, following: false }
    for await (const { envelope } of readPages({ catalogue, upstream, apiUrl, ...list }, first))
      if (isClosed || !(await names.put(id, readNamed(envelope.data)))) return
    await names.finish(id)
  }

  function freshen() {
    if (isClosed) return
    reading ??= readList()
      .catch(async (error: unknown) => {
        fail(error)
        await names.expire().catch(fail)
      })
      .finally(() => {
        reading = undefined
      })
  }

  /** Returns the stored value and starts a refresh if it is stale. */
  function keepFresh<T extends ReadingState>(saved: T): T {
    const { asOf, isExpired } = saved
    if (asOf === undefined || isExpired || asOf < Date.now() - times.everyMs) freshen()
    return saved
  }

  return {
    read: async (scope) => keepFresh(await names.read(scope)),
    async readTree(scope) {
      const { tree, asOf } = keepFresh(await names.readTree(scope))
      return asOf === undefined ? undefined : tree
    },
    async nameable(ids, seesAll) {
      if (seesAll) return ids
      const { asOf, isExpired } = keepFresh(await names.readTree("all"))
      // Before the first complete refresh, no managers are known.
      if (reading && (asOf === undefined || isExpired))
        await withDeadline(reading, firstReadingMs).catch(() => {})
      return names.managersAmong(ids)
    },
    readDepartments: async (scope) => keepFresh(await names.readDepartments(scope)),
    follow: (editor) => ({
      ...editor,
      async edit(edit) {
        const result = await editor.edit(edit)
        if (edit.operation.record !== record) return result
        const { record: after, problem } = result
        if (problem && mayDiffer.includes(problem.code)) await names.expire().catch(fail)
        if (!problem && after)
          await Promise.all(readNamed([after]).map((each) => names.rename(each))).catch(fail)
        return result
      },
    }),
    async close() {
      isClosed = true
      await reading
    },
  }
}
