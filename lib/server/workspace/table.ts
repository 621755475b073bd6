import { type DatabaseSession, type Pool, poolSession, quoteName } from "../../db"

/**
 * An administrator's edit of one path of the workspace, on top of its file: `name` (and `unit`)
 * adds or renames the entry, `hidden` removes it with everything below it.
 */
export interface WorkspaceEdit {
  /** Keys and ids from the root: `calendarModules/<id>/calendars/<id>`. */
  readonly place: string
  readonly hidden: boolean
  readonly name: string
  readonly unit: string | null
}

/**
 * Edits in the order in which their paths were first edited, and a revision that grows with every
 * change.
 */
export interface EditedWorkspace {
  readonly revision: number
  readonly edits: readonly WorkspaceEdit[]
}

/** The result of a change: edits to store, and paths whose edits are deleted. */
export interface WorkspaceChange {
  readonly keep?: readonly WorkspaceEdit[]
  readonly forget?: readonly string[]
}

export interface WorkspaceEdits {
  readRevision(): Promise<number>
  read(): Promise<EditedWorkspace>
  /**
   * Applies the change that `decide` derives from the edits so far, one caller at a time; if
   * `decide` throws, nothing changes.
   */
  change<T extends WorkspaceChange>(
    decide: (edits: readonly WorkspaceEdit[]) => T,
    by: string,
  ): Promise<T>
}

const keepEdits = (edit: string) => `
  insert into ${edit} (place, hidden, name, unit, changed_by)
  select place, hidden, name, unit, $5
  from unnest($1::text[], $2::boolean[], $3::text[], $4::text[])
    with ordinality as given (place, hidden, name, unit, at)
  order by at
  on conflict (place) do update set hidden = excluded.hidden, name = excluded.name,
    unit = excluded.unit, changed_by = excluded.changed_by, changed_at = clock_timestamp()`

const atOnce = 5000

function* batchesOf<T>(list: readonly T[]) {
  for (let at = 0; at < list.length; at += atOnce) yield list.slice(at, at + atOnce)
}

async function applyChange(
  session: DatabaseSession,
  edit: string,
  { keep = [], forget = [] }: WorkspaceChange,
  by: string,
) {
  for (const paths of batchesOf(forget))
    await session.query(`delete from ${edit} where place = any($1)`, [paths])
  for (const edits of batchesOf(keep))
    await session.query(keepEdits(edit), [
      edits.map(({ place }) => place),
      edits.map(({ hidden }) => hidden),
      edits.map(({ name }) => name),
      edits.map(({ unit }) => unit),
      by,
    ])
}

export function createWorkspaceEdits({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): WorkspaceEdits {
  const edit = `${quoteName(schema)}.workspace_edit`
  const revision = `${quoteName(schema)}.workspace_revision`
  const session = poolSession(pool)
  const readEdits = (from: DatabaseSession) =>
    from.query<WorkspaceEdit>(`select place, hidden, name, unit from ${edit} order by position`)
  const readNumber = async (from: DatabaseSession, lock = "") => {
    const rows = await from.query<{ revision: string }>(`select revision from ${revision} ${lock}`)
    return Number(rows[0]?.revision ?? 0)
  }

  return {
    readRevision: () => readNumber(session),
    read: () =>
      session.transaction(async (transaction) => {
        await transaction.query("set transaction isolation level repeatable read")
        const number = await readNumber(transaction)
        return { revision: number, edits: await readEdits(transaction) }
      }),
    change: (decide, by) =>
      session.transaction(async (transaction) => {
        await readNumber(transaction, "for update")
        const change = decide(await readEdits(transaction))
        await applyChange(transaction, edit, change, by)
        await transaction.query(`update ${revision} set revision = revision + 1`)
        return change
      }),
  }
}
