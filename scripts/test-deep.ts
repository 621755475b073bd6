import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ensureBuilt } from "./build"
import { findCitus, startCitusCluster } from "./citus/cluster"
import { root } from "./root"
import { runScript } from "./shutdown"
import { runBrowserTests } from "./testing/browser-tests"
import { openDatabaseAtHand } from "./testing/server-at-hand"
import type { Outcome } from "./testing/step"
import { Steps } from "./testing/steps"
import { runUnitTests } from "./testing/unit-tests"

process.env["DEEP_TESTS"] = "1"

/** Tests whose outcome may depend on the PostgreSQL version. */
const onOtherVersions = ["lib/db", "lib/records", "service/operations"]

/**
 * Tests of the tables that Citus distributes over its workers: the service's records and the
 * dashboard's copies.
 */
const onCitus = [
  "service/conformance",
  "service/patch",
  "service/operations",
  "lib/records",
  "lib/server/copies",
]

/** The test files of `npm test` that repeat more often here, or have tests only for here. */
function filesWithRounds(names: readonly string[]): string[] {
  const files = ["lib", "service"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(folder, file),
    ),
  )
  return files.filter(
    (file) =>
      file.endsWith(".test.ts") &&
      !file.endsWith(".deep.test.ts") &&
      (names.length === 0 || names.some((name) => file.includes(name))) &&
      /from "@\/scripts\/testing\/(rounds|deep-test)"/.test(readFileSync(join(root, file), "utf8")),
  )
}

const nothingToRun = (sentence: string): Outcome => {
  console.log(sentence)
  return { passed: 0, failures: [] }
}

/**
 * Runs every test that starts or kills processes, repeats or measures; with names, only the files
 * whose path contains one.
 */
await runScript(async (shutdown) => {
  const names = process.argv.slice(2)
  const steps = new Steps()
  const deep = ["--project", "deep", "--passWithNoTests", ...names]
  await steps.run("Deep unit tests", () => runUnitTests(deep, {}, "deep"))
  await steps.run("More rounds of the other tests", async () => {
    const files = filesWithRounds(names)
    // Without a name Vitest runs all files.
    if (files.length === 0) return nothingToRun("No other test of these names repeats.")
    return runUnitTests(["--project", "pure", "--project", "db", ...files], {}, "rounds")
  })
  if (names.length === 0) {
    await steps.run("Tests on another PostgreSQL", async () => {
      const found = await openDatabaseAtHand()
      if (typeof found === "string") return nothingToRun(found)
      shutdown.add(found)
      console.log(`PostgreSQL ${found.major}`)
      return runUnitTests(
        ["--project", "db", ...onOtherVersions],
        { TEST_DATABASE_URL: found.url },
        "at-hand",
      )
    })
    await steps.run("Tests on Citus", async () => {
      const found = findCitus(process.env["CITUS_PG_CONFIG"])
      if (typeof found === "string") return nothingToRun(found)
      const cluster = shutdown.add(await startCitusCluster(found.bin))
      return runUnitTests(
        ["--project", "db", ...onCitus],
        { TEST_DATABASE_URL: cluster.url },
        "citus",
      )
    })
  }
  await steps.run("Deep browser tests", async () => {
    await ensureBuilt()
    return runBrowserTests(shutdown, names)
  })
  await shutdown.end(steps.report())
})
