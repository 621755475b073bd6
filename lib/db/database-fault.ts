import type { Pool } from "pg"

/** Database faults that an operator has to tell apart. */
export type DatabaseFault = keyof typeof databaseFaultTexts

/** What each fault means and how to fix it, as one sentence after the setting's name. */
export const databaseFaultTexts = {
  refused: "names a server that takes no connection: start PostgreSQL, or correct host and port.",
  unknown_host: "names a host that nobody knows: correct the host, or the name server.",
  no_answer: "names a server that does not answer: look at firewall, network and load.",
  wrong_password: "has a password that the server does not accept: correct it.",
  unknown_role: "names a role that the server does not let in: create it, or correct pg_hba.conf.",
  unknown_database: "names a database that is not there: create it, or correct the name.",
  tls_refused:
    "asks for TLS in a way that the server does not serve: correct sslmode, the certificate or its authority.",
  may_not: "names a role without the right that is needed: grant it create on the database.",
  read_only:
    "leads to a server that takes no changes: connect to the primary, or end its recovery.",
  starting:
    "leads to a server that is starting, stopping or recovering: wait, then look at its log.",
  disk_full: "leads to a server whose disk is full: make room.",
  too_many_connections: "leads to a server without a free connection: raise max_connections.",
  unavailable: "leads to a server that failed: look at its log.",
} as const

const faultsByCode: Readonly<Record<string, DatabaseFault>> = {
  ECONNREFUSED: "refused",
  ENOENT: "refused",
  ENOTFOUND: "unknown_host",
  EAI_AGAIN: "unknown_host",
  ETIMEDOUT: "no_answer",
  EHOSTUNREACH: "no_answer",
  ENETUNREACH: "no_answer",
  "28P01": "wrong_password",
  "28000": "unknown_role",
  "3D000": "unknown_database",
  "42501": "may_not",
  "25006": "read_only",
  "57P01": "starting",
  "57P02": "starting",
  "57P03": "starting",
  "53100": "disk_full",
  ENOSPC: "disk_full",
  "53300": "too_many_connections",
  CERT_HAS_EXPIRED: "tls_refused",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_refused",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_refused",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls_refused",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_refused",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_refused",
}

const faultsByMessage: readonly (readonly [RegExp, DatabaseFault])[] = [
  [/does not support SSL|no pg_hba\.conf entry.*no encryption/i, "tls_refused"],
  [/password must be a string|no password/i, "wrong_password"],
  [/timeout|timed out|deadline/i, "no_answer"],
]

/** Maps an error of a statement or connection to a fault. */
export function databaseFaultOf(error: unknown): DatabaseFault {
  if (!(error instanceof Error)) return "unavailable"
  const said = faultsByMessage.find(([pattern]) => pattern.test(error.message))?.[1]
  const code = "code" in error ? `${error.code}` : ""
  return said ?? faultsByCode[code] ?? "unavailable"
}

const connectionCalls: readonly unknown[] = ["connect", "read", "write", "getaddrinfo"]
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when|Query read timeout|Client (?:was closed|has encountered)|Cannot use a pool)/

/** Whether an error comes from PostgreSQL or the connection to it. */
export const isDatabaseError = (error: unknown): boolean =>
  error instanceof Error &&
  ("severity" in error ||
    ("syscall" in error && connectionCalls.includes(error.syscall)) ||
    lostConnection.test(error.message))

/**
 * Resolves if the server accepts writes. Rejects if it is in recovery, is read-only or cannot be
 * reached.
 */
export async function requireWritable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ readOnly: boolean }>(
    `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`,
  )
  if (rows[0]?.readOnly) throw Object.assign(new Error("read only"), { code: "25006" })
}

/**
 * Half a megabyte of rows, more than the smallest `work_mem`, so that the server spills to disk.
 */
const spilled = `set local work_mem = '64kB'; select count(*) from generate_series(1, 20000)`

/**
 * Resolves if the server's disk has some space left, else rejects. Leaves nothing behind and also
 * works on a read-only server.
 */
export async function requireDiskRoom(pool: Pool): Promise<void> {
  await pool.query(spilled)
}

/**
 * Resolves if the schema exists or the role may create it. Otherwise rejects like a statement
 * without the privilege.
 */
export async function requireRights(pool: Pool, schema: string): Promise<void> {
  const { rows } = await pool.query<{ may: boolean }>(
    `select to_regnamespace($1) is not null
       or has_database_privilege(current_database(), 'create') as may`,
    [schema],
  )
  if (!rows[0]?.may) throw Object.assign(new Error("may not create"), { code: "42501" })
}
