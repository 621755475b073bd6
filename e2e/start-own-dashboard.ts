import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findFreePort } from "@/scripts/free-port"
import { embeddedSettings, startDashboardProcess } from "@/scripts/stack"
import { createDatabases } from "./create-databases"
import { recorderUrl, serviceUrl, workspaceFile } from "./environment"

/** A dashboard with its own database and workspace file, over the shared service. */
export interface OwnDashboard {
  readonly url: string
  readonly databaseUrl: string
  /** Tests may write, change and remove the file while the dashboard runs. */
  readonly workspaceFile: string
  stop(): Promise<void>
}

/** Starts a dashboard with automatic copies and the shared workspace file. */
export const startCopyingDashboard = (more: Readonly<Record<string, string>> = {}) =>
  startOwnDashboard(recorderUrl(), {
    COPY_BUDGET: "100000",
    WORKSPACE_FILE: workspaceFile(),
    ...more,
  })

/**
 * Starts a dashboard for tests that change what others read; it calls the platform at the origin
 * `platform`.
 */
export async function startOwnDashboard(
  platform = recorderUrl(),
  environment: Readonly<Record<string, string>> = {},
): Promise<OwnDashboard> {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-own-"))
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true })
  try {
    const [databaseUrl = ""] = await createDatabases(["own_dashboard"])
    const port = await findFreePort()
    const child = await startDashboardProcess({
      directory,
      host: "127.0.0.1",
      port,
      environment: {
        ...embeddedSettings(Number(new URL(serviceUrl()).port)),
        REPORTING_API_URL: `${platform}/api`,
        REPORTING_TOKEN_URL: `${platform}/oidc/token`,
        NEXTAUTH_SECRET: "a secret of a dashboard of its own",
        DATABASE_URL: databaseUrl,
        REPORTING_RATE_LIMIT: "100000",
        COPY_BUDGET: "0",
        ...environment,
      },
    })
    return {
      url: `http://localhost:${port}`,
      databaseUrl,
      workspaceFile: join(directory, "workspace.json"),
      async stop() {
        await child.stop()
        removeDirectory()
      },
    }
  } catch (error) {
    removeDirectory()
    throw error
  }
}
