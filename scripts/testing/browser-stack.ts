import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startRecorder } from "@/e2e/recorder"
import { findFreePort } from "../free-port"
import { startTemporaryPostgres } from "../postgres/temporary"
import {
  embeddedIssuer,
  embeddedSettings,
  startDashboardProcess,
  startServiceProcess,
} from "../stack"

interface Stack {
  readonly environment: Readonly<Record<string, string>>
  stop(): Promise<void>
}

// Canaries: values that must never reach a browser; the leak test searches for them.
const secrets = {
  REPORTING_CLIENT_SECRET: "demo-dashboard-secret",
  NEXTAUTH_SECRET: "canary-session-secret-7c1f0e5b9a",
}

export interface BrowserStackOptions {
  /** The amount of demo data; 1 is 100,000 data points. */
  readonly demoScale?: number
  /**
   * The platform's requests a minute in the dashboard's settings; by default enough that nobody
   * waits.
   */
  readonly rateLimit?: number
  /**
   * The requests a minute for automatic copies; none by default, because tests order their copies.
   */
  readonly copyBudget?: number
  /** Whether the dashboard loads the demo's names of people, as `npm start` does. */
  readonly hasNames?: boolean
}

/**
 * Starts database, service, recorder and dashboard on free ports with a small set of demo data;
 * returns the variables that the browser tests read.
 */
export async function startBrowserStack({
  demoScale = 0.01,
  rateLimit = 100_000,
  copyBudget = 0,
  hasNames = false,
}: BrowserStackOptions = {}): Promise<Stack> {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-e2e-"))
  const parts: { stop(): Promise<void> }[] = []
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    const [port, servicePort, recorderPort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const postgres = await startTemporaryPostgres({
      databases: ["service", "dashboard", "instances"],
    })
    parts.push(postgres)
    const recorder = await startRecorder(recorderPort, new URL(`http://127.0.0.1:${servicePort}`))
    parts.push(recorder)
    parts.push(
      await startServiceProcess({
        directory,
        port: servicePort,
        databaseUrl: postgres.url("service"),
        built: true,
        environment: {
          SERVICE_PUBLIC_URL: `${recorder.url}/api`,
          SERVICE_ISSUER: embeddedIssuer(servicePort),
          SERVICE_DEMO_SCALE: `${demoScale}`,
          SERVICE_RATE_LIMIT: "0",
        },
      }),
    )
    parts.push(
      await startDashboardProcess({
        directory,
        host: "127.0.0.1",
        port,
        environment: {
          ...embeddedSettings(servicePort),
          ...secrets,
          REPORTING_API_URL: `${recorder.url}/api`,
          REPORTING_TOKEN_URL: `${recorder.url}/oidc/token`,
          DATABASE_URL: postgres.url("dashboard"),
          REPORTING_RATE_LIMIT: `${rateLimit}`,
          COPY_BUDGET: `${copyBudget}`,
          ...(hasNames && { USER_NAMES_FILE: join(directory, "user-names.csv") }),
        },
      }),
    )
    return {
      environment: {
        E2E_URL: `http://localhost:${port}`,
        E2E_RECORDER: recorder.url,
        E2E_SERVICE: `http://127.0.0.1:${servicePort}`,
        E2E_WORKSPACE: join(directory, "workspace.json"),
        E2E_INSTANCES_DATABASE: postgres.url("instances"),
        E2E_SECRETS: JSON.stringify(Object.values(secrets)),
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
