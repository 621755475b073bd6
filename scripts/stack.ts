import { createWriteStream, mkdirSync } from "node:fs"
import { join } from "node:path"
import { loadProgressSchema } from "@/service/progress"
import { createProgressDisplay } from "@/service/progress-display"
import { type Child, startChild, waitUntilReady } from "./child"
import { root } from "./root"
import { readOrCreateSecret } from "./secret"

type Environment = Readonly<Record<string, string | undefined>>

/** Where a server's lines go: a file of its own below `directory`/logs. */
function openLog(directory: string, name: string): (line: string) => void {
  mkdirSync(join(directory, "logs"), { recursive: true })
  const stream = createWriteStream(join(directory, "logs", `${name}.log`))
  return (line) => stream.write(`${line}\n`)
}

const defined = (environment: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => !!entry[1]),
  )

/** Starts the reference service on loopback and waits until it is ready. */
export async function startServiceProcess(options: {
  directory: string
  port: number
  databaseUrl: string
  environment: Environment
}): Promise<Child> {
  const { directory, port, databaseUrl, environment } = options
  const display = createProgressDisplay({ stream: process.stdout, clock: Date.now })
  const child = startChild({
    name: "The reference service",
    arguments: ["--import", "tsx", join(root, "service", "main.ts")],
    environment: defined({
      SERVICE_WORKSPACE_FILE: join(directory, "workspace.json"),
      ...environment,
      SERVICE_PORT: `${port}`,
      SERVICE_DATABASE_URL: databaseUrl,
    }),
    onLine: openLog(directory, "service"),
    onMessage(message) {
      const progress = loadProgressSchema.safeParse(message)
      if (progress.success) display.show(progress.data)
    },
  })
  await waitUntilReady(child, `http://127.0.0.1:${port}/readyz`).finally(display.end)
  return child
}

/** The settings under which the dashboard works with the embedded service and identity. */
export const embeddedSettings = (servicePort: number): Record<string, string> => ({
  REPORTING_API_URL: `http://127.0.0.1:${servicePort}/api`,
  REPORTING_TOKEN_URL: `http://127.0.0.1:${servicePort}/oidc/token`,
  REPORTING_CLIENT_ID: "demo-dashboard",
  REPORTING_CLIENT_SECRET: "demo-dashboard-secret",
  AUTH_OIDC_ISSUER: `http://127.0.0.1:${servicePort}/oidc`,
  AUTH_OIDC_CLIENT_ID: "demo-dashboard",
  AUTH_OIDC_CLIENT_SECRET: "demo-dashboard-secret",
})

/** Starts the dashboard on `host`, as built or for development, and waits until it answers. */
export async function startDashboardProcess(options: {
  directory: string
  host: string
  port: number
  development?: boolean
  /** Where the app is; by default the project itself. */
  folder?: string
  environment: Environment
}): Promise<Child> {
  const { directory, host, port, development = false, folder = root, environment } = options
  const next = join(root, "node_modules", "next", "dist", "bin", "next")
  const child = startChild({
    name: "The dashboard",
    arguments: [next, development ? "dev" : "start", folder, "-p", `${port}`, "-H", host],
    environment: defined({
      WORKSPACE_FILE: join(directory, "workspace.json"),
      NEXTAUTH_URL: `http://localhost:${port}`,
      NEXTAUTH_SECRET: environment["NEXTAUTH_SECRET"] ?? readOrCreateSecret(directory),
      ...environment,
      PORT: `${port}`,
      NODE_ENV: development ? "development" : "production",
      NEXT_TELEMETRY_DISABLED: "1",
    }),
    onLine: openLog(directory, "dashboard"),
  })
  await waitUntilReady(child, `http://127.0.0.1:${port}/healthz`)
  return child
}
