import {
  createKeyedDocuments,
  type DatabaseSession,
  lockTransaction,
  type Pool,
  poolSession,
  type QueryResultRow,
  quoteName,
} from "../../db"
import type { SharedReader } from "../http/sharing"

/**
 * The content of a view: `search` is the report's query string, `role` the role it is shared with,
 * null if private.
 */
export interface StoredViewContent {
  readonly name: string
  readonly search: string
  readonly role: string | null
}

/** A saved view of a report; `changedAt` in milliseconds since 1970 by the database's clock. */
export interface StoredView extends StoredViewContent {
  readonly id: string
  /** Shown on the Home of everyone who can see it. */
  readonly pinned: boolean
  readonly report: string
  readonly owner: string
  readonly ownerName: string | null
  readonly changedAt: number
}

/** Whose default a view is for a report: one person's, or that of everyone with a role. */
export type DefaultHolder = { readonly person: string } | { readonly role: string }

/** A view, and whether the reader has removed it from their own Home. */
export interface StoredListedView extends StoredView {
  readonly hidden: boolean
}

/** A pinned view on its reader's Home. */
export interface StoredPinnedView extends StoredListedView {
  /** Spans two tiles. */
  readonly wide: boolean
}

/** A tile of a person's Home, in order. */
export interface HomeTile {
  readonly view: string
  readonly wide: boolean
}

/** Maximum number of views per person, over all reports; existing views above a limit are kept. */
export const viewLimits = { saved: 500, shared: 50, pinned: 12 } as const

/**
 * Why a view was not saved: its owner has another one with that name for the report, it was changed
 * meanwhile, or the limit with that name is reached.
 */
export type ViewRefusal = {
  readonly refused: "name_taken" | "view_conflict" | keyof typeof viewLimits
}

/** Changes to a view; absent fields stay unchanged. */
export interface ViewChange {
  readonly name?: string | undefined
  readonly search?: string | undefined
  readonly role?: string | null | undefined
  readonly pinned?: boolean | undefined
  /**
   * The view's last change known to the caller, in milliseconds since 1970; a later change refuses
   * this one.
   */
  readonly since?: number | undefined
}

/** Named views of reports, and the views that reports open with. */
export interface ViewsTable {
  /** A report's views that the reader can see, by name. */
  list(report: string, reader: SharedReader): Promise<StoredView[]>
  /** The views of all reports that the reader can see, by name. */
  listAll(reader: SharedReader): Promise<StoredListedView[]>
  /** The pinned views that the reader can see, in the order of their Home, then by name. */
  listPinned(reader: SharedReader): Promise<StoredPinnedView[]>
  /**
   * Removes a view from a person's own Home, or restores it; ignores a view that no longer exists.
   */
  hide(person: string, id: string, hidden: boolean): Promise<void>
  /** Sets the order and sizes of a person's tiles. */
  arrange(person: string, tiles: readonly HomeTile[]): Promise<void>
  /** The view, if the reader can see it. */
  find(id: string, reader: SharedReader): Promise<StoredView | undefined>
  /** Returns the new view. */
  create(
    view: Omit<StoredView, "id" | "changedAt" | "pinned"> & { readonly pinned?: boolean },
  ): Promise<StoredView | ViewRefusal>
  /**
   * Returns the changed view; undefined if it no longer exists. What the view already counted as is
   * not checked against limits. A role's default that is no longer shared with the role is cleared.
   */
  change(id: string, change: ViewChange): Promise<StoredView | ViewRefusal | undefined>
  remove(id: string): Promise<void>
  /** Sets a report's default, or clears it if `view` is null. */
  setDefault(report: string, holder: DefaultHolder, view: string | null): Promise<void>
  /** The defaults of a report that apply to the reader, with their holders. */
  readDefaults(report: string, reader: SharedReader): Promise<readonly HeldDefault[]>
}

export interface HeldDefault {
  readonly holder: DefaultHolder
  readonly view: string
}

/** The quoted names of the three tables. */
interface Tables {
  readonly view: string
  readonly chosen: string
  readonly hidden: string
}

const columns = `id, report, owner, owner_name as "ownerName", name, search, role,
  pinned, extract(epoch from changed_at)::float8 * 1000 as "changedAt"`

const createView = ({ view }: Tables) => `
  insert into ${view} (report, owner, owner_name, name, search, role, pinned)
  values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`

const changeView = ({ view, chosen }: Tables) => `
  with changed as (
    update ${view} set name = $2, search = $3, role = $4, pinned = $5,
      changed_at = clock_timestamp()
    where id = $1 returning *
  ), withdrawn as (
    delete from ${chosen} where view = $1 and holder_kind = 'role' and holder is distinct from $4
  )
  select ${columns} from changed`

const readDefaults = ({ view, chosen }: Tables) => `
  select holder_kind as kind, holder, view from ${chosen} as chosen
  join ${view} as saved on saved.id = chosen.view
  where chosen.report = $1
    and (holder_kind = 'person' and holder = $2 or holder_kind = 'role' and holder = any($3))
    and (saved.owner = $2 or saved.role = any($3))`

type Counted = keyof typeof viewLimits
const counted = Object.keys(viewLimits) as Counted[]

/** The limits that a view counts against; none if it does not exist yet. */
const countsAs = (
  view: Pick<StoredView, "role" | "pinned"> | undefined,
): Record<Counted, boolean> => ({
  saved: view !== undefined,
  shared: view !== undefined && view.role !== null,
  pinned: view?.pinned === true,
})

const countViews = ({ view }: Tables) => `
  select count(*)::int as saved, count(role)::int as shared,
    (count(*) filter (where pinned))::int as pinned
  from ${view} where owner = $1`

/**
 * The limit that a person's view would exceed. Locks the person's views until the end of the
 * transaction.
 */
async function findLimit(
  session: DatabaseSession,
  tables: Tables,
  {
    owner,
    before,
    after,
  }: { owner: string; before?: StoredView; after: Pick<StoredView, "role" | "pinned"> },
): Promise<Counted | undefined> {
  await lockTransaction(session, { name: `${tables.view} ${owner}` })
  const [counts] = await session.query<Record<Counted, number>>(countViews(tables), [owner])
  const [was, is] = [countsAs(before), countsAs(after)]
  return counted.find((name) => is[name] && !was[name] && (counts?.[name] ?? 0) >= viewLimits[name])
}

const isRepeated = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "23505"

const nameTaken = { refused: "name_taken" } as const

async function orNameTaken<T>(work: Promise<T>): Promise<T | typeof nameTaken> {
  return work.catch((error: unknown) => {
    if (isRepeated(error)) return nameTaken
    throw error
  })
}

/** The document kind of tile arrangements, keyed by person. */
const arrangementKind = "home"

const split = (holder: DefaultHolder) =>
  "person" in holder ? ["person", holder.person] : ["role", holder.role]

interface DefaultRow {
  readonly kind: "person" | "role"
  readonly holder: string
  readonly view: string
}

const readHeld = ({ kind, holder, view }: DefaultRow): HeldDefault => ({
  holder: kind === "person" ? { person: holder } : { role: holder },
  view,
})

export function createSavedViews({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): ViewsTable {
  const tables = {
    view: `${quoteName(schema)}.saved_view`,
    chosen: `${quoteName(schema)}.default_view`,
    hidden: `${quoteName(schema)}.hidden_view`,
  }
  const { view, chosen, hidden } = tables
  const hiddenFrom = `exists (select 1 from ${hidden} where person = $1 and view = saved.id) as hidden`
  const { transaction } = poolSession(pool)
  const arrangements = createKeyedDocuments({ pool, schema })
  async function readArrangement(person: string): Promise<readonly HomeTile[]> {
    const found = await arrangements.get(arrangementKind, person)
    return (found?.value as { tiles?: readonly HomeTile[] } | undefined)?.tiles ?? []
  }
  const select = async (where: string, values: unknown[]) =>
    (await pool.query<StoredView>(`select ${columns} from ${view} where ${where}`, values)).rows

  return {
    list: (report, { person, roles }) =>
      select("report = $1 and (owner = $2 or role = any($3)) order by name, id", [
        report,
        person,
        roles,
      ]),
    async listAll({ person, roles }) {
      const text = `select ${columns}, ${hiddenFrom} from ${view} as saved
        where owner = $1 or role = any($2) order by name, id`
      return (await pool.query<StoredListedView>(text, [person, roles])).rows
    },
    async arrange(person, tiles) {
      await arrangements.put(arrangementKind, person, { tiles })
    },
    async listPinned({ person, roles }) {
      const text = `select ${columns}, ${hiddenFrom} from ${view} as saved
        where pinned and (owner = $1 or role = any($2)) order by name, id`
      const [{ rows }, tiles] = await Promise.all([
        pool.query<Omit<StoredPinnedView, "wide">>(text, [person, roles]),
        readArrangement(person),
      ])
      const positionOf = (id: string) => {
        const at = tiles.findIndex((tile) => tile.view === id)
        return at < 0 ? tiles.length : at
      }
      return rows
        .map((row) => ({ ...row, wide: tiles.some(({ view: id, wide }) => id === row.id && wide) }))
        .toSorted((one, other) => positionOf(one.id) - positionOf(other.id))
    },
    async hide(person, id, hides) {
      const text = hides
        ? `insert into ${hidden} (person, view) select $1, id from ${view} where id = $2
           on conflict do nothing`
        : `delete from ${hidden} where person = $1 and view = $2`
      await pool.query(text, [person, id])
    },
    async find(id, { person, roles }) {
      const found = await select("id = $1 and (owner = $2 or role = any($3))", [id, person, roles])
      return found[0]
    },
    create: ({ report, owner, ownerName, name, search, role, pinned = false }) =>
      orNameTaken(
        transaction(async (session) => {
          const limit = await findLimit(session, tables, { owner, after: { role, pinned } })
          if (limit) return { refused: limit }
          const values = [report, owner, ownerName, name, search, role, pinned]
          const [created] = await session.query<StoredView & QueryResultRow>(
            createView(tables),
            values,
          )
          if (!created) throw new Error("A view that was saved is gone.")
          return created
        }),
      ),
    change: (id, change) =>
      orNameTaken(
        transaction(async (session) => {
          const find = `select ${columns} from ${view} where id = $1 for update`
          const [before] = await session.query<StoredView & QueryResultRow>(find, [id])
          if (!before) return undefined
          if (change.since !== undefined && change.since !== Math.trunc(before.changedAt))
            return { refused: "view_conflict" as const }
          const { name = before.name, search = before.search, pinned = before.pinned } = change
          const role = change.role === undefined ? before.role : change.role
          const after = { role, pinned }
          const limit = await findLimit(session, tables, { owner: before.owner, before, after })
          if (limit) return { refused: limit }
          const values = [id, name, search, role, pinned]
          return (await session.query<StoredView & QueryResultRow>(changeView(tables), values))[0]
        }),
      ),
    async remove(id) {
      await pool.query(`delete from ${view} where id = $1`, [id])
    },
    async setDefault(report, holder, id) {
      const values = [report, ...split(holder)]
      if (id === null) {
        const where = "report = $1 and holder_kind = $2 and holder = $3"
        await pool.query(`delete from ${chosen} where ${where}`, values)
        return
      }
      await pool.query(
        `insert into ${chosen} (report, holder_kind, holder, view) values ($1, $2, $3, $4)
         on conflict (report, holder_kind, holder) do update set view = excluded.view`,
        [...values, id],
      )
    },
    async readDefaults(report, { person, roles }) {
      const values = [report, person, roles]
      const { rows } = await pool.query<DefaultRow>(readDefaults(tables), values)
      return rows.map(readHeld)
    },
  }
}
