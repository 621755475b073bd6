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

/** The names of all departments, kept fresh from the departments list within the quota. */
export interface DepartmentNamesService {
  /** The names that are saved; where they are old, the list is read again behind the answer. */
  read(scope: RowScope): Promise<DepartmentNamesRead>
  /** The tree of departments as it is saved, undefined before the first whole reading; where it is old, the list is read again behind the answer. */
  readTree(scope: RowScope): Promise<TreeDepartment[] | undefined>
  /** All departments as they are saved; where they are old, the list is read again behind the answer. */
  readDepartments(scope: RowScope): Promise<DepartmentsRead>
  /** Whose names of these may be shown: everybody's to HR managers and administrators, those of departments' managers to others. */
  nameable(ids: readonly string[], seesAll: boolean): Promise<readonly string[]>
  /** The same editor, whose changes to departments are told here at once. */
  follow<Editor extends Pick<EditService, "edit">>(editor: Editor): Editor
  /** Resolves once a reading that is under way has ended, at its next page. */
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
/** Faults of an edit after which the record may be another one than is saved here. */
const mayDiffer: readonly ProblemCode[] = ["unknown_outcome", "test_failed"]
const times = { everyMs: 15 * 60_000, leaseMs: 2 * 60_000 }
/** How long a look-up of names waits for the departments to be read. */
const firstReadingMs = 5000

/** The list of all departments, the one in use where there are several. */
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

  /** What was read, where it is old after the list has begun to be read again. */
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
      // Before the first whole reading nobody is known as a manager.
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
