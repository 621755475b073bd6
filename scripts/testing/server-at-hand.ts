import { randomBytes } from "node:crypto"
import { userInfo } from "node:os"
import { Client } from "pg"

/** A database for the tests on a PostgreSQL that already runs on the machine. */
export interface DatabaseAtHand {
  readonly url: string
  readonly major: number
  /** Drops the database. */
  stop(): Promise<void>
}

const defaultPaths = ["127.0.0.1", "/var/run/postgresql", "/tmp"]
const supported = { from: 15, to: 17 }

const urlOf = (host: string, database: string) => {
  const user = encodeURIComponent(userInfo().username)
  return `postgres://${user}@${encodeURIComponent(host)}:5432/${database}`
}

async function open(host: string): Promise<Client> {
  const client = new Client({
    connectionString: urlOf(host, "postgres"),
    connectionTimeoutMillis: 2000,
  })
  client.on("error", () => {})
  await client.connect()
  return client
}

async function readServer(client: Client) {
  const { rows } = await client.query<{ version: number; mayCreate: boolean }>(
    `select current_setting('server_version_num')::int / 10000 as version,
       rolcreatedb or rolsuper as "mayCreate" from pg_roles where rolname = current_user`,
  )
  return rows[0] ?? { version: 0, mayCreate: false }
}

async function createDatabase(client: Client, host: string, major: number) {
  const name = `workplace_reporting_test_${randomBytes(4).toString("hex")}`
  await client.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  await client.query(`alter database ${name} set synchronous_commit = off`)
  return {
    url: urlOf(host, name),
    major,
    async stop() {
      await client.query(`drop database if exists ${name} with (force)`).finally(() => client.end())
    },
  }
}

const describeFault = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : "no answer"

/**
 * Creates a database on a PostgreSQL 15 to 17 on its usual socket or port, as the current user;
 * otherwise returns a sentence with the reason.
 */
export async function openDatabaseAtHand(): Promise<DatabaseAtHand | string> {
  const faults: string[] = []
  for (const host of defaultPaths) {
    const client = await open(host).catch((error: unknown) => {
      faults.push(`${host}: ${describeFault(error)}`)
    })
    if (!client) continue
    const { version, mayCreate } = await readServer(client)
    if (version >= supported.from && version <= supported.to && mayCreate)
      return createDatabase(client, host, version)
    await client.end()
    faults.push(
      `${host}: PostgreSQL ${version}, ${mayCreate ? "may" : "may not"} create a database`,
    )
  }
  return `There is no PostgreSQL ${supported.from} to ${supported.to} at hand (${faults.join("; ")}).`
}
