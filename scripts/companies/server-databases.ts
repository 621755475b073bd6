import { setTimeout as delay } from "node:timers/promises"
import { quoteName, quoteText } from "@/lib/db/sql"
import { type Connection, ServerError, withConnection } from "./connections"
import { markDatabase } from "./move-mark"

/** What one server says of itself. */
export interface ServerFacts {
  readonly major: number
  /** The same for every name and address of one server. */
  readonly system: string
  readonly walLevel: string
  readonly freeSlots: number
  readonly isSuperuser: boolean
}

export async function readServerFacts(control: Connection): Promise<ServerFacts> {
  const [row] = await control.query<ServerFacts & { [column: string]: unknown }>(`
    select current_setting('server_version_num')::int / 10000 as major,
      (select system_identifier::text from pg_control_system()) as system,
      current_setting('wal_level') as "walLevel",
      current_setting('max_replication_slots')::int
        - (select count(*)::int from pg_replication_slots) as "freeSlots",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"`)
  if (!row) throw new ServerError(control.server.name, "does not describe itself.")
  return row
}

/** The names of a server's databases. */
export async function listDatabases(control: Connection): Promise<string[]> {
  const rows = await control.query<{ name: string }>("select datname as name from pg_database")
  return rows.map(({ name }) => name)
}

/** Who is connected to a database, but for the server's own vacuum and the given name or number, in a few words. */
export async function listSessions(
  control: Connection,
  database: string,
  except: { readonly application?: string; readonly pid?: number } = {},
): Promise<{ pid: number; text: string }[]> {
  return control.query(
    `select pid, concat_ws(' ', coalesce(usename, backend_type), 'with ' || nullif(application_name, ''),
       'from ' || coalesce(host(client_addr), 'the same machine')) as text
     from pg_stat_activity
     where datname = $1 and backend_type <> 'autovacuum worker'
       and ($2::text is null or application_name is distinct from $2) and pid <> $3 order by pid`,
    [database, except.application ?? null, except.pid ?? 0],
  )
}

/** Each different text once, with how often it occurs. */
export function countTexts(sessions: readonly { readonly text: string }[]): string {
  const counts = new Map<string, number>()
  for (const { text } of sessions) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].map(([text, count]) => (count > 1 ? `${text} (${count})` : text)).join(", ")
}

/** Roles that own something of a database or may do something in it. */
export const listRoles = (control: Connection, database: string) =>
  control.query<{ name: string }>(
    `select rolname as name from pg_roles join pg_database on pg_roles.oid = datdba where datname = $1
     union select rolname from pg_shdepend join pg_roles on pg_roles.oid = refobjid, pg_database
     where datname = $1 and refclassid = 'pg_authid'::regclass
       and (dbid = pg_database.oid or classid = 'pg_database'::regclass and objid = pg_database.oid)`,
    [database],
  )

/** Those of the names that the server has no role for. */
export async function listMissingRoles(control: Connection, names: readonly string[]) {
  const rows = await control.query<{ name: string }>(
    "select name from unnest($1::text[]) name where not exists (select from pg_roles where rolname = name)",
    [names],
  )
  return rows.map(({ name }) => name)
}

interface Attributes {
  readonly owner: string
  readonly encoding: string
  readonly connections: number
  readonly comment: string | null
  readonly lc_collate: string
  readonly lc_ctype: string
  /** c, i or b: whose rules texts are sorted by. */
  readonly provider: string
  /** Under one of two names, by the server's version. */
  readonly rules: { readonly datlocale?: string | null; readonly daticulocale?: string | null }
  readonly settings: readonly string[]
  readonly grants: readonly { grantee: string; privilege: string; grantable: boolean }[] | null
  readonly [column: string]: unknown
}

const readAttributes = `
  select pg_get_userbyid(datdba) as owner, pg_encoding_to_char(encoding) as encoding,
    datconnlimit as connections, shobj_description(d.oid, 'pg_database') as comment,
    datcollate as lc_collate, datctype as lc_ctype, datlocprovider as provider, to_jsonb(d) as rules,
    coalesce((select setconfig from pg_db_role_setting where setdatabase = d.oid and setrole = 0), '{}')
      as settings,
    case when datacl is not null then (
      select coalesce(json_agg(json_build_object('privilege', privilege_type, 'grantable', is_grantable,
        'grantee', case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)), '[]')
      from aclexplode(datacl)) end as grants
  from pg_database d where datname = $1`

const providers: Readonly<Record<string, string>> = { c: "libc", i: "icu", b: "builtin" }

function localeOf({ provider, rules, lc_collate, lc_ctype }: Attributes): string {
  const name = providers[provider] ?? provider
  const locale = rules.datlocale ?? rules.daticulocale
  const option = name === "icu" ? "icu_locale" : "builtin_locale"
  return [
    `locale_provider ${name}`,
    `lc_collate ${quoteText(lc_collate)}`,
    `lc_ctype ${quoteText(lc_ctype)}`,
    ...(name !== "libc" && locale ? [`${option} ${quoteText(locale)}`] : []),
  ].join(" ")
}

/** `alter database … set` by the session's own value, which knows how lists are written. */
async function copySettings(control: Connection, database: string, settings: readonly string[]) {
  for (const setting of settings) {
    const at = setting.indexOf("=")
    const name = setting.slice(0, at)
    await control.query("select set_config($1, $2, false)", [name, setting.slice(at + 1)])
    const option = name.split(".").map(quoteName).join(".")
    await control.query(`alter database ${quoteName(database)} set ${option} from current`)
    await control.query(`reset ${option}`)
  }
}

/** Makes an empty database like one of another server, with its owner, locale, settings and rights, marked as arriving. */
export async function createLike(
  source: Connection,
  present: string,
  { control, database }: { control: Connection; database: string },
): Promise<void> {
  const [attributes] = await source.query<Attributes>(readAttributes, [present])
  if (!attributes) throw new ServerError(source.server.name, `there is no database ${present}.`)
  const name = quoteName(database)
  await control.query(`create database ${name} template template0
    owner ${quoteName(attributes.owner)} encoding ${quoteText(attributes.encoding)}
    ${localeOf(attributes)} connection limit ${attributes.connections}`)
  await markDatabase(control, database, { role: "arriving", name: database })
  await copySettings(control, database, attributes.settings)
  if (!attributes.grants) return
  await control.query(`revoke all on database ${name} from public`)
  for (const { grantee, privilege, grantable } of attributes.grants)
    await control.query(
      `grant ${privilege} on database ${name} to ${grantee} ${grantable ? "with grant option" : ""}`,
    )
}

/** A name for a database that moved away, with the day, and a number where that name is taken. */
export async function nameMoved(control: Connection, database: string, now: Date): Promise<string> {
  const taken = new Set(await listDatabases(control))
  const name = `${database}_moved_${now.toISOString().slice(0, 10).replaceAll("-", "")}`
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}_${number}`
    if (!taken.has(candidate)) return candidate
  }
}

/** Ends the sessions of a database that has been closed to new ones, and waits until they are gone. */
export async function endSessions(
  control: Connection,
  database: string,
  except: { readonly application?: string; readonly pid: number },
): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await delay(20)) {
    const sessions = await listSessions(control, database, except)
    if (sessions.length === 0) return
    if (Date.now() > deadline)
      throw new ServerError(
        control.server.name,
        `${database} is still used by ${countTexts(sessions)}.`,
      )
    const pids = sessions.map(({ pid }) => pid)
    await control.query("select pg_terminate_backend(pid) from unnest($1::int[]) pid", [pids])
  }
}

/** Renews the planner's statistics, which no dump carries. */
export const analyze = (connection: Connection) => connection.query("analyze")

/** Drops a half-made copy, with the subscription that fills it. */
export async function dropCopy(control: Connection, database: string): Promise<void> {
  await withConnection(control.server, database, async (inside) => {
    const subscriptions = await inside.query<{ name: string }>(
      `select subname as name from pg_subscription join pg_database d on d.oid = subdbid
       where datname = current_database()`,
    )
    for (const { name } of subscriptions) {
      await inside.query(`alter subscription ${quoteName(name)} disable`)
      await inside.query(`alter subscription ${quoteName(name)} set (slot_name = none)`)
      await inside.query(`drop subscription ${quoteName(name)}`)
    }
  })
  await control.query(`drop database ${quoteName(database)}`)
}
