import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { z } from "zod"
import { signIn } from "@/lib/session/testing/sign-in"
import { findFreePort } from "@/scripts/free-port"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { root } from "@/scripts/root"
import { embeddedSettings, startDashboardProcess } from "@/scripts/stack"
import { createCookieBrowser } from "@/service/testing/browser"
import type { SuiteContext } from "../suite"

/** An iteration of an event loop in milliseconds: by the clock, and the time that its thread had a processor, where the system tells that. */
export interface LoopIteration {
  readonly ms: number
  readonly busyMs?: number
}

/** The built dashboard in a process of its own. */
export interface RunningDashboard {
  readonly origin: string
  readonly databaseUrl: string
  /** The cookies of somebody who has just signed in, as a header. */
  readonly signIn: (email: string) => Promise<string>
  /** The iterations of its event loop while the work goes on. */
  readonly watchLoop: (work: () => Promise<unknown>) => Promise<readonly LoopIteration[]>
}

interface DashboardSettings {
  readonly servicePort: number
  /** Requests a minute, 0 for no limit. */
  readonly rateLimit: number
  /** Where another build of it is. */
  readonly folder?: string
  /** Settings beside those that every run has. */
  readonly environment?: Readonly<Record<string, string>>
}

const watcher = pathToFileURL(join(root, "bench", "dashboard", "watch-loop.mjs")).href

const iterationsSchema = z.object({
  loopTurns: z.array(
    z
      .tuple([z.number(), z.number().nullish()])
      .transform(([ms, busyMs]): LoopIteration => ({ ms, ...(busyMs != null && { busyMs }) })),
  ),
})

/** Starts the built dashboard before a service, with a database of its own. */
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
    NODE_OPTIONS: `--import ${watcher}`,
    ...settings,
  }
  let takeIterations: ((turns: readonly LoopIteration[]) => void) | undefined
  const child = keep(
    await startDashboardProcess({
      directory,
      host: "127.0.0.1",
      port,
      environment,
      ...build,
      onMessage(message) {
        const parsed = iterationsSchema.safeParse(message)
        if (parsed.success) takeIterations?.(parsed.data.loopTurns)
      },
    }),
  )
  const origin = `http://localhost:${port}`
  return {
    origin,
    databaseUrl,
    async signIn(email) {
      const browser = createCookieBrowser()
      await signIn(browser, { origin }, { email })
      return browser.cookiesFor(origin)
    },
    async watchLoop(work) {
      child.send({ watchLoop: true })
      await work()
      const turns = new Promise<readonly LoopIteration[]>((resolve) => {
        takeIterations = resolve
      })
      child.send({ watchLoop: false })
      return turns
    },
  }
}
