import "server-only"
import { randomUUID } from "node:crypto"
import { type Catalogue, type ListOperation, listOperations, type Row } from "../../catalogue"
import type { DepartmentNames, DepartmentNamesRead, NamedDepartment } from "../../store"
import { readPages, type Upstream } from "../../upstream"
import type { Editor } from "../edits/editor"
import { describeError, type Log } from "../log"

/** The names of all departments, kept fresh from the departments list within the quota. */
export interface DepartmentDirectory {
  /** The names that are kept; where they are old, the list is read again behind the answer. */
  read(): Promise<DepartmentNamesRead>
  /** The same editor, whose changes to departments change their names here. */
  follow(editor: Editor): Editor
  /** Resolves once a reading that is under way has ended, at its next page. */
  close(): Promise<void>
}

export interface DepartmentDirectoryParts {
  readonly catalogue: Catalogue
  readonly apiUrl: string
  readonly upstream: Upstream
  readonly names: DepartmentNames
  readonly log: Log
}

const record = "department"
const times = { everyMs: 15 * 60_000, leaseMs: 2 * 60_000 }

/** The list of all departments, the one in use where there are several. */
function listOf(catalogue: Catalogue): ListOperation {
  const found = listOperations(catalogue).find(
    (list) => list.record === record && Object.keys(list.parameters).length === 0,
  )
  if (!found) throw new TypeError("No list shows departments.")
  return found
}

function readNamed(rows: readonly Row[]): NamedDepartment[] {
  const named = new Map<string, string>()
  for (const { id, name } of rows)
    if (typeof id === "string" && typeof name === "string") named.set(id, name)
  return [...named].map(([id, name]) => ({ id, name }))
}

export function createDepartmentDirectory({
  catalogue,
  apiUrl,
  upstream,
  names,
  log,
}: DepartmentDirectoryParts): DepartmentDirectory {
  let reading: Promise<void> | undefined
  let isClosed = false
  const fail = (error: unknown) =>
    log.error({ operation: "department-names", error: describeError(error) }, "department names")

  async function readList() {
    const id = await names.claim(times)
    if (id === undefined) return
    const operation = listOf(catalogue)
    const search = new URLSearchParams({ limit: `${operation.limit.maximum}` })
    const ticket = { lane: "sync" } as const
    const first = {
      ...{ operation, parameters: {}, search, following: false },
      ...{ requestId: randomUUID(), ticket },
    }
    for await (const { envelope } of readPages(first, { upstream, catalogue, apiUrl }))
      if (isClosed || !(await names.put(id, readNamed(envelope.data)))) return
    await names.finish(id)
  }

  function freshen() {
    if (isClosed) return
    reading ??= readList()
      .catch(fail)
      .finally(() => {
        reading = undefined
      })
  }

  return {
    async read() {
      const kept = await names.read()
      if (kept.asOf === undefined || kept.asOf < Date.now() - times.everyMs) freshen()
      return kept
    },
    follow: (editor) => ({
      ...editor,
      async edit(edit) {
        const isDepartment = edit.operation.record === record
        const answer = await editor.edit(edit).catch(async (error: unknown) => {
          if (isDepartment) await names.expire().catch(fail)
          throw error
        })
        const changed = readNamed([answer.envelope.data].flat() as Row[])
        if (isDepartment)
          await Promise.all(changed.map((department) => names.rename(department))).catch(fail)
        return answer
      },
    }),
    async close() {
      isClosed = true
      await reading
    },
  }
}
