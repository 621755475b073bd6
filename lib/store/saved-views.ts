import type { Pool } from "pg"
import { createSchema } from "./create-schema"
import { quoteName } from "./sql"

/** What a person gives a view: `search` is the report's address, `role` whom it is shared with, null for nobody. */
export interface ViewContent {
  readonly name: string
  readonly search: string
  readonly role: string | null
}

/** A saved view of a report; `changedAt` in milliseconds since 1970 by the database's clock. */
export interface SavedView extends ViewContent {
  readonly id: string
  /** Whoever sees it has it on the overview. */
  readonly pinned: boolean
  readonly report: string
  readonly owner: string
  readonly ownerName: string | null
  readonly changedAt: number
}

/** For whom a view is a report's default: one person, or everybody of a role. */
export type DefaultHolder = { readonly person: string } | { readonly role: string }

/** Who looks: their own views and those shared with one of these roles are theirs to see. */
export interface ViewReader {
  readonly person: string
  readonly roles: readonly string[]
}

/** Views of reports under names, and which of them a report opens with. */
export interface SavedViews {
  prepare(): Promise<void>
  /** What the reader sees of a report, by name. */
  list(report: string, reader: ViewReader): Promise<SavedView[]>
  /** What the reader sees of all reports, by name. */
  listAll(reader: ViewReader): Promise<SavedView[]>
  /** What the reader sees that is pinned, by name. */
  listPinned(reader: ViewReader): Promise<SavedView[]>
  /** The view where the reader sees it. */
  find(id: string, reader: ViewReader): Promise<SavedView | undefined>
  /** The new view; `name_taken` where the owner has one of that name, `full` where the owner has too many of this report. */
  create(
    view: Omit<SavedView, "id" | "changedAt" | "pinned"> & { readonly pinned?: boolean },
  ): Promise<SavedView | { readonly refused: "name_taken" | "full" }>
  /** The changed view; undefined where it is gone. A role's default that is no longer shared with the role is none any more. */
  change(
    id: string,
    content: ViewContent & { readonly pinned?: boolean },
  ): Promise<SavedView | { readonly refused: "name_taken" } | undefined>
  remove(id: string): Promise<void>
  /** Sets a report's default, or clears it where `view` is null. */
  setDefault(report: string, holder: DefaultHolder, view: string | null): Promise<void>
  /** The views that the report opens with, by whose default they are. */
  readDefaults(report: string, reader: ViewReader): Promise<readonly HeldDefault[]>
}

/** A default with its holder. */
export interface HeldDefault {
  readonly holder: DefaultHolder
  readonly view: string
}

export const viewsOfAReport = 200

/** One implicit transaction. */
const createTables = (schema: string, view: string, chosen: string) => `
  select pg_advisory_xact_lock(hashtext('saved_view'));
  ${createSchema(schema)}
  create table if not exists ${view} (
    id uuid primary key default gen_random_uuid(),
    report text not null,
    owner text not null,
    owner_name text,
    name text not null,
    search text not null,
    role text,
    pinned boolean not null default false,
    changed_at timestamptz not null default clock_timestamp(),
    unique (report, owner, name)
  );
  alter table ${view} add column if not exists pinned boolean not null default false;
  create index if not exists saved_view_owner on ${view} (owner);
  create index if not exists saved_view_role on ${view} (report, role) where role is not null;
  create table if not exists ${chosen} (
    report text not null,
    holder_kind text not null check (holder_kind in ('person', 'role')),
    holder text not null,
    view uuid not null references ${view} on delete cascade,
    primary key (report, holder_kind, holder)
  );
  create index if not exists default_view_view on ${chosen} (view);`

const columns = `id, report, owner, owner_name as "ownerName", name, search, role,
  pinned, extract(epoch from changed_at)::float8 * 1000 as "changedAt"`

const createView = (view: string) => `
  insert into ${view} (report, owner, owner_name, name, search, role, pinned)
  select $1, $2, $3, $4, $5, $6, $7
  where (select count(*) from ${view} where report = $1 and owner = $2) < ${viewsOfAReport}
  returning ${columns}`

const changeView = (view: string, chosen: string) => `
  with changed as (
    update ${view} set name = $2, search = $3, role = $4, pinned = coalesce($5, pinned),
      changed_at = clock_timestamp()
    where id = $1 returning *
  ), withdrawn as (
    delete from ${chosen} where view = $1 and holder_kind = 'role' and holder is distinct from $4
  )
  select ${columns} from changed`

const readDefaults = (view: string, chosen: string) => `
  select holder_kind as kind, holder, view from ${chosen} as chosen
  join ${view} as saved on saved.id = chosen.view
  where chosen.report = $1
    and (holder_kind = 'person' and holder = $2 or holder_kind = 'role' and holder = any($3))
    and (saved.owner = $2 or saved.role = any($3))`

const isRepeated = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "23505"

const nameTaken = { refused: "name_taken" } as const

async function orNameTaken<T>(work: Promise<T>): Promise<T | typeof nameTaken> {
  return work.catch((error: unknown) => {
    if (isRepeated(error)) return nameTaken
    throw error
  })
}

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

/** Keeps views in two tables of the schema; `prepare` makes them, also when several processes start at once. */
export function createSavedViews({
  pool,
  schema = "dashboard",
}: {
  pool: Pool
  schema?: string
}): SavedViews {
  const view = `${quoteName(schema)}.saved_view`
  const chosen = `${quoteName(schema)}.default_view`
  const select = async (where: string, values: unknown[]) =>
    (await pool.query<SavedView>(`select ${columns} from ${view} where ${where}`, values)).rows

  return {
    async prepare() {
      await pool.query(createTables(quoteName(schema), view, chosen))
    },
    list: (report, { person, roles }) =>
      select("report = $1 and (owner = $2 or role = any($3)) order by name, id", [
        ...[report, person, roles],
      ]),
    listAll: ({ person, roles }) =>
      select("owner = $1 or role = any($2) order by name, id", [person, roles]),
    listPinned: ({ person, roles }) =>
      select("pinned and (owner = $1 or role = any($2)) order by name, id", [person, roles]),
    async find(id, { person, roles }) {
      const found = await select("id = $1 and (owner = $2 or role = any($3))", [id, person, roles])
      return found[0]
    },
    create: ({ report, owner, ownerName, name, search, role, pinned = false }) =>
      orNameTaken(
        pool
          .query<SavedView>(createView(view), [
            ...[report, owner, ownerName, name, search, role],
            pinned,
          ])
          .then(({ rows: [created] }) => created ?? { refused: "full" }),
      ),
    change: (id, { name, search, role, pinned }) =>
      orNameTaken(
        pool
          .query<SavedView>(changeView(view, chosen), [id, name, search, role, pinned ?? null])
          .then(({ rows: [changed] }) => changed),
      ),
    async remove(id) {
      await pool.query(`delete from ${view} where id = $1`, [id])
    },
    async setDefault(report, holder, id) {
      const place = [report, ...split(holder)]
      if (id === null) {
        const where = "report = $1 and holder_kind = $2 and holder = $3"
        await pool.query(`delete from ${chosen} where ${where}`, place)
        return
      }
      await pool.query(
        `insert into ${chosen} (report, holder_kind, holder, view) values ($1, $2, $3, $4)
         on conflict (report, holder_kind, holder) do update set view = excluded.view`,
        [...place, id],
      )
    },
    async readDefaults(report, { person, roles }) {
      const values = [report, person, roles]
      const { rows } = await pool.query<DefaultRow>(readDefaults(view, chosen), values)
      return rows.map(readHeld)
    },
  }
}
