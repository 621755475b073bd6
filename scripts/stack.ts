import { join } from "node:path"
import { loadProgressSchema } from "@/service/progress"
import { createProgressDisplay } from "@/service/progress-display"
import { type Child, startChild, waitUntilReady } from "./child"
import { readCommit } from "./commit"
import { keepRunning, type Running } from "./keep-running"
import { openLog } from "./log-file"
import { treeFolder } from "./package/tree"
import type { RunningPostgres } from "./postgres/running-postgres"
import { startPostgres } from "./postgres/supervisor"
import { root } from "./root"
import { readOrCreateSecret } from "./secret"

type Environment = Readonly<Record<string, string | undefined>>

const defined = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]),
  )

/** Reports the end of a server on the console and in its log, one line each. */
const reportEnd = (onLine: (line: string) => void) => (line: string) => {
  console.error(line)
  onLine(JSON.stringify({ level: 50, time: Date.now(), msg: line }))
}

/** Starts the reference service and restarts it if it ends by itself (`keepRunning`). */
export function keepService(options: Parameters<typeof startServiceProcess>[0]): Promise<Running> {
  const onLine = openLog(options.directory, "service")
  return keepRunning({
    start: (signal) => startServiceProcess({ ...options, onLine, signal }),
    port: options.port,
    tell: reportEnd(onLine),
  })
}

/** The same for the dashboard. */
export function keepDashboard(
  options: Parameters<typeof startDashboardProcess>[0],
): Promise<Running> {
  const onLine = openLog(options.directory, "dashboard")
  return keepRunning({
    start: (signal) => startDashboardProcess({ ...options, onLine, signal }),
    port: options.port,
    tell: reportEnd(onLine),
  })
}

/**
 * The same for the embedded PostgreSQL below `directory`/postgres; also returns how to reach it.
 */
export async function keepPostgres(
  directory: string,
  databases: string[],
): Promise<Running & Pick<RunningPostgres, "url">> {
  const folder = join(directory, "postgres")
  let known: RunningPostgres | undefined
  const running = await keepRunning({
    async start() {
      const started = await startPostgres({ directory: folder, databases })
      const [database = ""] = databases
      known ??= started
      if (started.url(database) === known.url(database)) return started
      await started.stop()
      throw new Error("PostgreSQL is at another address than before.")
    },
    tell: reportEnd(openLog(directory, "postgres")),
  })
  return { ...running, url: (database) => known?.url(database) ?? "" }
}

/** Starts the reference service on loopback and waits until it is ready. */
export async function startServiceProcess(options: {
  directory: string
  port: number
  databaseUrl: string
  /** Whether to run the compiled package, which `ensureBuilt` builds, rather than the sources. */
  built?: boolean
  environment: Environment
  /** Receives its lines; by default its own log file. */
  onLine?: (line: string) => void
  signal?: AbortSignal
}): Promise<Child> {
  const { directory, port, databaseUrl, built = false, environment, signal } = options
  const display = createProgressDisplay({ stream: process.stdout, clock: Date.now })
  const child = startChild({
    name: "The reference service",
    arguments: built
      ? [join(treeFolder, "bin", "service.mjs")]
      : ["--import", "tsx", join(root, "service", "main.ts")],
    environment: defined({
      ...readCommit(),
      SERVICE_WORKSPACE_FILE: join(directory, "workspace.json"),
      ...environment,
      SERVICE_PORT: `${port}`,
      SERVICE_DATABASE_URL: databaseUrl,
    }),
    onLine: options.onLine ?? openLog(directory, "service"),
    onMessage(message) {
      const progress = loadProgressSchema.safeParse(message)
      if (progress.success) display.show(progress.data)
    },
  })
  await waitUntilReady(child, `http://127.0.0.1:${port}/readyz`, signal).finally(display.end)
  return child
}

/** The URL of the embedded identity provider, which is also its issuer. */
export const embeddedIssuer = (servicePort: number): string =>
  `http://127.0.0.1:${servicePort}/oidc`

/** The dashboard's settings for the embedded service and identity provider. */
export const embeddedSettings = (servicePort: number): Record<string, string> => ({
  REPORTING_API_URL: `http://127.0.0.1:${servicePort}/api`,
  REPORTING_TOKEN_URL: `http://127.0.0.1:${servicePort}/oidc/token`,
  REPORTING_CLIENT_ID: "demo-dashboard",
  REPORTING_CLIENT_SECRET: "demo-dashboard-secret",
  AUTH_OIDC_ISSUER: embeddedIssuer(servicePort),
  AUTH_OIDC_CLIENT_ID: "demo-dashboard",
  AUTH_OIDC_CLIENT_SECRET: "demo-dashboard-secret",
})

/**
 * The dashboard's settings with defaults; its secret is created once and stored in the directory.
 */
export const withDefaults = (
  environment: Environment,
  directory: string,
  port: number,
): Record<string, string> => ({
  ...readCommit(),
  WORKSPACE_FILE: join(directory, "workspace.json"),
  NEXTAUTH_URL: `http://localhost:${port}`,
  ...(environment["NEXTAUTH_SECRET_FILE"]
    ? {}
    : { NEXTAUTH_SECRET: environment["NEXTAUTH_SECRET"] || readOrCreateSecret(directory) }),
  ...defined(environment),
})

/**
 * The program that starts the dashboard: its own, or Next's in development or for another build.
 */
function dashboardProgram(options: {
  readonly host: string
  readonly port: number
  readonly development: boolean
  readonly folder?: string | undefined
}): string[] {
  const { host, port, development, folder } = options
  if (!development && folder === undefined) return [join(treeFolder, "bin", "dashboard.mjs")]
  const next = join(root, "node_modules", "next", "dist", "bin", "next")
  const command = development ? "dev" : "start"
  return [next, command, folder ?? root, "-p", `${port}`, "-H", host]
}

/** Starts the dashboard on `host`, built or in development, and waits until it responds. */
export async function startDashboardProcess(options: {
  directory: string
  host: string
  port: number
  development?: boolean
  /** The app's folder; by default the package tree, and in development the project. */
  folder?: string
  environment: Environment
  /** Receives its lines; by default its own log file. */
  onLine?: (line: string) => void
  signal?: AbortSignal
}): Promise<Child> {
  const { directory, host, port, development = false, folder, environment } = options
  const child = startChild({
    name: "The dashboard",
    arguments: dashboardProgram({ host, port, development, folder }),
    environment: {
      ...withDefaults(environment, directory, port),
      PORT: `${port}`,
      HOST: host,
      NODE_ENV: development ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
    },
    onLine: options.onLine ?? openLog(directory, "dashboard"),
    endsWithinMs: 15_000 + 1000 * Number(environment["DRAIN_SECONDS"] || 0),
  })
  await waitUntilReady(child, `http://127.0.0.1:${port}/healthz`, options.signal)
  return child
}
