import type {} from "vitest"
import type { TestProject } from "vitest/node"
import { startTemporaryPostgres } from "../postgres/temporary"

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL database that tests may use, each in a schema or table of its own. */
    databaseUrl: string
  }
}

/** Gives the tests a fresh embedded PostgreSQL, or the one that TEST_DATABASE_URL names. */
export default async function provideDatabase(project: TestProject) {
  const given = process.env["TEST_DATABASE_URL"]
  if (given) {
    project.provide("databaseUrl", given)
    return
  }
  const postgres = await startTemporaryPostgres({ databases: ["test"] })
  project.provide("databaseUrl", postgres.url("test"))
  return () => postgres.stop()
}
