// A program for the kill tests: supervises the cluster in its first argument and inserts rows.
import fs from "node:fs"
import pg from "pg"
import { startPostgres } from "./supervisor"
import { startTemporaryPostgres } from "./temporary"

async function main(directory: string, mode: string): Promise<void> {
  const server =
    mode === "temporary"
      ? await startTemporaryPostgres()
      : await startPostgres({ directory, databases: ["test"] })
  const client = new pg.Client(server.url("test"))
  client.on("error", () => {})
  await client.connect()
  await client.query("create table if not exists entry (number serial primary key, text text)")
  fs.writeSync(1, `${server.url("test")}\n`)
  if (mode === "busy") {
    // Computes without waiting for anything: such a backend does not notice that its server died.
    client.query("select count(*) from generate_series(1, 1e12::bigint)").catch(() => {})
  }
  while (mode === "insert") {
    const { rows } = await client.query(
      "insert into entry (text) values (repeat('x', 200)) returning number",
    )
    fs.writeSync(1, `${rows[0].number}\n`)
  }
  setInterval(() => {}, 1_000)
}

const [, , directory = "", mode = "insert"] = process.argv
main(directory, mode).catch((error: Error) => {
  fs.writeSync(1, `${error.message}\n`)
  process.exit(1)
})
