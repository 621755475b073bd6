import { join } from "node:path"
import { findFreePort } from "@/scripts/free-port"
import type { RunningPostgres } from "@/scripts/postgres/running-postgres"
import { startPlainApp } from "../dashboard/plain-app"
import { requestToken } from "../service/running-service"
import type { SuiteContext } from "../suite"
import type { Door } from "./browse-reports"
import { type Platform, startInstance, startPlatform } from "./platform"
import { listReports } from "./reports"

/** A door for people with its own platform. */
export interface World {
  readonly platform: Platform
  readonly door: Door
  stop(): Promise<void>
}

const scale = 0.1

const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, "")

async function openDoor(
  context: SuiteContext,
  databaseUrl: string,
  addressOf: (path: string) => string,
) {
  const platform = await startPlatform(context, { databaseUrl, scale })
  const reports = listReports(join(platform.directory, "workspace.json"))
  return { platform, door: { reports, addressOf: (url: string) => addressOf(pathOf(url)) } }
}

/** A route handler that forwards every request; `name` names the platform's database. */
export async function openPlainWorld(
  context: SuiteContext,
  { database, name }: { database: RunningPostgres; name: string },
): Promise<World> {
  let origin = ""
  const toPassed = (path: string) => `${origin}/passed${path.replace(/^\/api/, "")}`
  const { platform, door } = await openDoor(context, database.url(name), toPassed)
  const { recorder, servicePort, stop } = platform
  origin = await startPlainApp(context, {
    PLAIN_API_URL: `${recorder.url}/api`,
    PLAIN_TOKEN: await requestToken(`http://127.0.0.1:${servicePort}`),
  })
  return { platform, door, stop }
}

/**
 * The dashboard with people from `issuer`; `name` names the platform's database and is the prefix
 * of the dashboard's.
 */
export async function openDashboardWorld(
  context: SuiteContext,
  { database, name, issuer }: { database: RunningPostgres; name: string; issuer: string },
): Promise<World & { readonly origin: string }> {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const url = database.url(name)
  const { platform, door } = await openDoor(context, url, (path) => `${origin}${path}`)
  const databaseUrl = database.url(`${name}_dashboard`)
  const instance = await startInstance(context, platform, { port, origin, databaseUrl, issuer })
  const stop = async () => {
    await instance.stop()
    await platform.stop()
  }
  return { platform, door, origin, stop }
}
