import { findCitus, startCitusCluster } from "./citus/cluster"
import { runScript } from "./shutdown"
import { Steps } from "./testing/steps"
import { runUnitTests } from "./testing/unit-tests"

/** What has to be the same on a spread database: the service's records and API, and the dashboard's copies. */
const suites = [
  ...["records", "filters", "sorting", "paging", "scopes", "limits", "routing"].map(
    (name) => `service/conformance/${name}.test.ts`,
  ),
  ...["operations", "patch", "patch-rules", "patch-races", "error-order", "rate-limit"].map(
    (name) => `service/${name}.test.ts`,
  ),
  ...["list-model", "paging", "filter", "update-record", "containers", "migrate"].map(
    (name) => `lib/records/${name}.test.ts`,
  ),
  "lib/records/series",
  "lib/records/small-groups",
  "lib/server/copies/replica.test.ts",
  "lib/server/copies/faults.test.ts",
  "lib/server/exports",
  "lib/server/edits",
  "lib/server/reads/copied-source.test.ts",
  "scripts/citus",
]

const chosen = process.argv.slice(2)

await runScript(async (shutdown) => {
  const found = findCitus(process.env["CITUS_PG_CONFIG"])
  if (typeof found === "string") {
    console.log(found)
    return void (await shutdown.end(0))
  }
  const cluster = shutdown.add(await startCitusCluster(found.bin))
  console.log(`${cluster.version}: a coordinator and ${cluster.workers.length} workers.`)
  const steps = new Steps()
  await steps.run("On Citus", () =>
    runUnitTests(chosen.length > 0 ? chosen : suites, { TEST_DATABASE_URL: cluster.url }, "citus"),
  )
  await shutdown.end(steps.report())
})
