import { join } from "node:path"
import type { Environment } from "@/lib/settings"
import { awaitReady } from "./await-ready"
import { ensureBuilt } from "./build"
import { readDashboardSettings, requireFolder } from "./dashboard-settings"
import { type ReadEnvironment, readEnvironment, readPort } from "./environment"
import { requireFreePort } from "./free-port"
import type { Running } from "./keep-running"
import { root } from "./root"
import { seedGoals } from "./seed-goals"
import { runScript, type Shutdown } from "./shutdown"
import { embeddedIssuer, embeddedSettings, keepDashboard, keepPostgres, keepService } from "./stack"

/**
 * Whether the dashboard uses a real platform; throws a sentence for each missing or invalid
 * setting.
 */
function usesPlatform({ environment, faults }: ReadEnvironment, directory: string): boolean {
  const platform = Boolean(environment["REPORTING_API_URL"])
  const all = platform ? readDashboardSettings(environment, directory).faults : [...faults.values()]
  if (all.length > 0) throw new Error(all.join("\n"))
  if (!platform) requireFolder(directory)
  return platform
}

/**
 * The databases of service and dashboard: those in the settings, and otherwise the embedded
 * server's.
 */
async function provideDatabases(
  shutdown: Shutdown,
  directory: string,
  { environment, platform }: { environment: Environment; platform: boolean },
) {
  const needsService = !platform && !environment["SERVICE_DATABASE_URL"]
  const embedded =
    needsService || !environment["DATABASE_URL"]
      ? shutdown.add(await keepPostgres(directory, ["service", "dashboard"]))
      : undefined
  const urlOf = (setting: string, database: string) =>
    (environment[setting] || embedded?.url(database)) ?? ""
  return {
    embedded,
    service: urlOf("SERVICE_DATABASE_URL", "service"),
    dashboard: urlOf("DATABASE_URL", "dashboard"),
  }
}

const demoAccounts = `
Sign in with a demo account (password: demo)
  hr@demo.test       HR manager
  admin@demo.test    administrator
  analyst@demo.test  analyst`

await runScript(async (shutdown) => {
  const read = readEnvironment()
  const { environment } = read
  const directory = join(root, ".data")
  const port = readPort(environment, "PORT", 3000)
  const servicePort = readPort(environment, "SERVICE_PORT", 4010)
  const platform = usesPlatform(read, directory)
  const development = process.argv.includes("--dev")
  await requireFreePort(port, "PORT")
  if (!platform) await requireFreePort(servicePort, "SERVICE_PORT")
  if (!development) await ensureBuilt({ early: true })
  const databases = await provideDatabases(shutdown, directory, { environment, platform })
  const parts: Running[] = databases.embedded ? [databases.embedded] : []
  if (!platform) {
    console.log("Starting the reference service (the first start loads demo data) …")
    const service = await keepService({
      directory,
      port: servicePort,
      databaseUrl: databases.service,
      built: !development,
      environment: { SERVICE_ISSUER: embeddedIssuer(servicePort), ...environment },
    })
    parts.push(shutdown.add(service))
  }
  const dashboard = await keepDashboard({
    directory,
    host: environment["HOST"] || "127.0.0.1",
    port,
    development,
    environment: {
      ...(platform ? {} : embeddedSettings(servicePort)),
      ...(platform ? {} : { USER_NAMES_FILE: join(directory, "user-names.csv") }),
      ...environment,
      DATABASE_URL: databases.dashboard,
    },
  })
  parts.push(shutdown.add(dashboard))
  const ends = parts.map((part) => part.ended)
  const early = await Promise.race([
    awaitReady(`http://127.0.0.1:${port}/readyz`, console.log),
    ...ends,
  ])
  if (early) return shutdown.end(1, `${early} See .data/logs.`)
  if (!platform) await seedGoals(databases)
  console.log(`\nThe dashboard is ready: http://localhost:${port}`)
  if (!platform) console.log(demoAccounts)
  console.log("\nLogs: .data/logs. Press Ctrl-C to stop.")
  const end = await Promise.race(ends)
  await shutdown.end(1, `${end} See .data/logs.`)
})
