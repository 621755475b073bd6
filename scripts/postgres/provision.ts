import pg from "pg"
import { type Endpoint, formatUrl } from "./endpoint"

/** Owns the databases, may create more, and is not a superuser. */
export const ownerRole = "workplace"

/** Creates the owner role and any missing databases. */
export async function provision(endpoint: Endpoint, databases: readonly string[]): Promise<void> {
  const client = new pg.Client(formatUrl(endpoint, "postgres", "postgres"))
  await client.connect()
  try {
    const roles = await client.query("select 1 from pg_roles where rolname = $1", [ownerRole])
    if (roles.rowCount === 0) await client.query(`create role ${ownerRole} login createdb`)
    if (endpoint.kind === "loopback") {
      const password = client.escapeLiteral(endpoint.password)
      await client.query(`alter role ${ownerRole} password ${password}`)
    }
    const { rows } = await client.query<{ datname: string }>("select datname from pg_database")
    const present = new Set(rows.map((row) => row.datname))
    for (const name of databases) {
      if (present.has(name)) continue
      await client.query(`create database ${client.escapeIdentifier(name)} owner ${ownerRole}`)
      present.add(name)
    }
  } finally {
    await client.end()
  }
}
