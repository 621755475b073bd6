import { join } from "node:path"
import { loadEnvironment, readPort } from "./environment"
import { requireFreePort } from "./free-port"
import { root } from "./root"
import { runScript } from "./shutdown"
import { keepPostgres, keepService } from "./stack"

await runScript(async (shutdown) => {
  const environment = loadEnvironment()
  const directory = join(root, ".data")
  const port = readPort(environment, "SERVICE_PORT", 4010)
  await requireFreePort(port, "SERVICE_PORT")
  const given = environment["SERVICE_DATABASE_URL"]
  const embedded = given ? undefined : shutdown.add(await keepPostgres(directory, ["service"]))
  const databaseUrl = given || (embedded?.url("service") ?? "")
  console.log("Starting the reference service (the first start loads demo data) …")
  const service = shutdown.add(await keepService({ directory, port, databaseUrl, environment }))
  console.log(`
The reference service is ready.
  API        http://127.0.0.1:${port}/api
  Reference  http://127.0.0.1:${port}/docs
  Token URL  http://127.0.0.1:${port}/oidc/token
  Client     demo-dashboard / demo-dashboard-secret
  Logs       .data/logs
Press Ctrl-C to stop.`)
  const end = await Promise.race(
    [service, ...(embedded ? [embedded] : [])].map(({ ended }) => ended),
  )
  await shutdown.end(1, `${end} See .data/logs.`)
})
