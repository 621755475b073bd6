import type {} from "vitest"
import type { TestProject } from "vitest/node"
import { startTemporaryPostgres } from "../postgres/temporary"

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL database for tests, each of which uses its own schema or table. */
    databaseUrl: string
  }
}

/** Provides the tests with a new embedded PostgreSQL, or the one in TEST_DATABASE_URL. */
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
