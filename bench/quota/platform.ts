import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Recorder, startRecorder } from "@/e2e/recorder"
import { findFreePort } from "@/scripts/free-port"
import {
  embeddedIssuer,
  embeddedSettings,
  startDashboardProcess,
  startServiceProcess,
} from "@/scripts/stack"
import type { SuiteContext } from "../suite"

/** Requests a minute, both at the platform and in the settings of its callers. */
export const allowed = 100

const secret = "a secret that all instances of a run share"

/** The reference service with its limit on, behind a recorder of every call. */
export interface Platform {
  /** Contains the workspace file and the logs. */
  readonly directory: string
  readonly servicePort: number
  readonly recorder: Recorder
  stop(): Promise<void>
}

/**
 * Starts a platform in a database, with demo data of this scale and this limit of requests a
 * minute; 0 is no limit.
 */
export async function startPlatform(
  { keep }: SuiteContext,
  {
    databaseUrl,
    scale,
    rateLimit = allowed,
  }: { databaseUrl: string; scale: number; rateLimit?: number },
): Promise<Platform> {
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-bench-"))
  keep({ stop: async () => rmSync(directory, { recursive: true, force: true }) })
  const [servicePort, recorderPort] = [await findFreePort(), await findFreePort()]
  const target = new URL(`http://127.0.0.1:${servicePort}`)
  const recorder = keep(await startRecorder(recorderPort, target))
  const environment = {
    SERVICE_DEMO_SCALE: `${scale}`,
    SERVICE_DEMO_DAY: "2026-11-16",
    SERVICE_RATE_LIMIT: `${rateLimit}`,
    SERVICE_PUBLIC_URL: `${recorder.url}/api`,
    SERVICE_ISSUER: embeddedIssuer(servicePort),
  }
  const port = servicePort
  const service = keep(await startServiceProcess({ directory, port, databaseUrl, environment }))
  const stop = async () => {
    await service.stop()
    await recorder.stop()
  }
  return { directory, servicePort, recorder, stop }
}

/**
 * Starts one instance of the dashboard on top of a platform; people reach it, or another instance
 * in its place, at `origin`.
 */
export async function startInstance(
  { keep }: SuiteContext,
  { directory, servicePort, recorder }: Platform,
  instance: { port: number; origin: string; databaseUrl: string; issuer?: string },
) {
  const { port, origin, databaseUrl, issuer } = instance
  const environment = {
    ...embeddedSettings(servicePort),
    REPORTING_API_URL: `${recorder.url}/api`,
    REPORTING_TOKEN_URL: `${recorder.url}/oidc/token`,
    REPORTING_RATE_LIMIT: `${allowed}`,
    COPY_BUDGET: "0",
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_URL: origin,
    ...(issuer !== undefined && { AUTH_OIDC_ISSUER: issuer }),
  }
  return keep(await startDashboardProcess({ directory, host: "127.0.0.1", port, environment }))
}
