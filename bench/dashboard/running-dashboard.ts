import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { signIn } from "@/lib/session/testing/sign-in"
import { findFreePort } from "@/scripts/free-port"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { embeddedSettings, startDashboardProcess } from "@/scripts/stack"
import { createCookieBrowser } from "@/service/testing/browser"
import type { SuiteContext } from "../suite"

/** The built dashboard in its own process. */
export interface RunningDashboard {
  readonly origin: string
  readonly databaseUrl: string
  /** Signs in and returns the session's cookies as a header. */
  readonly signIn: (email: string) => Promise<string>
}

interface DashboardSettings {
  readonly servicePort: number
  /** Requests a minute, 0 for no limit. */
  readonly rateLimit: number
  /** The folder of another build. */
  readonly folder?: string
  /** Settings in addition to those of every run. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts the built dashboard on top of a service, with its own database. */
export async function startDashboard(
  { keep }: SuiteContext,
  { servicePort, rateLimit, environment: settings, ...build }: DashboardSettings,
): Promise<RunningDashboard> {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-bench-"))
  keep({ stop: async () => rmSync(directory, { recursive: true, force: true }) })
  const database = keep(await startTemporaryPostgres({ databases: ["dashboard"], durable: true }))
  const databaseUrl = database.url("dashboard")
  const port = await findFreePort()
  const environment = {
    ...embeddedSettings(servicePort),
    DATABASE_URL: databaseUrl,
    REPORTING_RATE_LIMIT: `${rateLimit}`,
    COPY_BUDGET: "0",
    ...settings,
  }
  keep(await startDashboardProcess({ directory, host: "127.0.0.1", port, environment, ...build }))
  const origin = `http://localhost:${port}`
  return {
    origin,
    databaseUrl,
    async signIn(email) {
      const browser = createCookieBrowser()
      await signIn(browser, { origin }, { email })
      return browser.cookiesFor(origin)
    },
  }
}
