import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { startChild, waitUntilReady } from "@/scripts/child"
import { findFreePort } from "@/scripts/free-port"
import { root } from "@/scripts/root"
import type { SuiteContext } from "../suite"

const folder = join(root, "bench", "plain")
const next = join(root, "node_modules", "next", "dist", "bin", "next")

const settings = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }

function build(): void {
  const result = spawnSync(process.execPath, [next, "build", folder], {
    env: { ...process.env, ...settings } as NodeJS.ProcessEnv,
    encoding: "utf8",
  })
  if (result.status !== 0)
    throw new Error(`The plain app does not build:\n${result.stdout}\n${result.stderr}`)
}

/**
 * Builds and starts an app of bare Next route handlers, the baseline of the dashboard's handlers;
 * returns its origin.
 */
export async function startPlainApp(
  { keep }: SuiteContext,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  build()
  const port = await findFreePort()
  const child = keep(
    startChild({
      name: "The plain app",
      arguments: [next, "start", folder, "-p", `${port}`, "-H", "127.0.0.1"],
      environment: { ...settings, ...environment },
      onLine: () => {},
    }),
  )
  const origin = `http://127.0.0.1:${port}`
  await waitUntilReady(child, `${origin}/kept`)
  return origin
}
