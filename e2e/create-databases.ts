import pg from "pg"
import { instancesDatabase } from "./environment"

/** Creates empty databases with these name prefixes and returns their URLs. */
export async function createDatabases(names: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: instancesDatabase() })
  await client.connect()
  const made = names.map((name) => `${name}_${process.pid}_${Date.now()}`)
  for (const name of made) await client.query(`create database ${name}`)
  await client.end()
  return made.map((name) => {
    const url = new URL(instancesDatabase())
    url.pathname = `/${name}`
    return url.href
  })
}
