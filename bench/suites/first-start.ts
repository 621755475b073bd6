import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureBuilt } from "@/scripts/build"
import { findFreePort } from "@/scripts/free-port"
import { startTemporaryPostgres } from "@/scripts/postgres/temporary"
import { root } from "@/scripts/root"
import {
  embeddedIssuer,
  embeddedSettings,
  startDashboardProcess,
  startServiceProcess,
} from "@/scripts/stack"
import type { Row } from "../row"
import type { Suite, SuiteContext } from "../suite"

const secondsSince = (start: number) => (performance.now() - start) / 1000

const endOf = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once("close", resolve))

/** Clones the commit as a new user would. */
function clone({ keep }: SuiteContext): string {
  const folder = mkdtempSync(join(tmpdir(), "workplace-reporting-clone-"))
  keep({ stop: async () => rmSync(folder, { recursive: true, force: true }) })
  execFileSync("git", ["clone", "--quiet", root, folder])
  return folder
}

/** Runs a program to its end; returns the seconds. */
async function timeProgram(folder: string, program: string, ...options: string[]): Promise<number> {
  const start = performance.now()
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production" }
  const child = spawn(program, options, { cwd: folder, env, stdio: "ignore" })
  const code = await endOf(child)
  if (code !== 0) throw new Error(`${program} ${options.join(" ")} ended with ${code}.`)
  return secondsSince(start)
}

/** The seconds of `npm start` until the dashboard is ready; prints its output. */
async function timeStart({ print }: SuiteContext, folder: string): Promise<number> {
  const start = performance.now()
  const [port, servicePort] = [await findFreePort(), await findFreePort()]
  const child = spawn(process.execPath, ["scripts/run.mjs", "start"], {
    cwd: folder,
    env: { ...process.env, PORT: `${port}`, SERVICE_PORT: `${servicePort}` },
    stdio: ["ignore", "pipe", "inherit"],
  })
  let printed = ""
  const seconds = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text
      if (printed.includes("The dashboard is ready")) resolve(secondsSince(start))
    })
    child.once("close", () => reject(new Error(`npm start ended early:\n${printed}`)))
  })
  print(
    printed
      .split("\n")
      .filter((line) => line.includes(" … "))
      .join("\n"),
  )
  child.kill("SIGTERM")
  await endOf(child)
  return seconds
}

/** The seconds from the start of a built dashboard to its sign-in page, with its own database. */
async function timeSignInPage({ keep }: SuiteContext): Promise<number> {
  await ensureBuilt()
  const directory = mkdtempSync(join(tmpdir(), "workplace-reporting-shipped-"))
  keep({ stop: async () => rmSync(directory, { recursive: true, force: true }) })
  const postgres = keep(await startTemporaryPostgres({ databases: ["service", "dashboard"] }))
  const [port, servicePort] = [await findFreePort(), await findFreePort()]
  keep(
    await startServiceProcess({
      directory,
      port: servicePort,
      databaseUrl: postgres.url("service"),
      built: true,
      environment: {
        SERVICE_DEMO_SCALE: "0.01",
        SERVICE_DEMO_DAY: "2026-11-16",
        SERVICE_ISSUER: embeddedIssuer(servicePort),
      },
    }),
  )
  const start = performance.now()
  const environment = {
    ...embeddedSettings(servicePort),
    DATABASE_URL: postgres.url("dashboard"),
    COPY_BUDGET: "0",
  }
  keep(await startDashboardProcess({ directory, host: "127.0.0.1", port, environment }))
  const page = await fetch(`http://localhost:${port}/signin`)
  if (!page.ok) throw new Error(`The sign-in page answers ${page.status}.`)
  await page.text()
  return secondsSince(start)
}

/**
 * Compares the first start from a clone with installing everything and building; also measures the
 * second start and that of the package.
 */
export const firstStart: Suite = async (context) => {
  const plain = clone(context)
  const install = await timeProgram(plain, "npm", "ci", "--include=dev", "--no-audit", "--no-fund")
  const next = join("node_modules", "next", "dist", "bin", "next")
  const build = await timeProgram(plain, process.execPath, next, "build")
  const own = clone(context)
  const first = await timeStart(context, own)
  const second = await timeStart(context, own)
  const shipped = await timeSignInPage(context)
  const row = (name: string, figure: number, baseline: Row["baseline"]): Row => ({
    name,
    unit: "s",
    figure,
    baseline,
  })
  return {
    rows: [
      {
        ...row("npm start from a clone, until it is ready", first, {
          name: "`npm ci` and `next build` alone",
          figure: install + build,
        }),
        goal: { atMost: 1 },
      },
      row("`npm ci` of all packages", install, {
        name: "with `next build`",
        figure: install + build,
      }),
      {
        ...row("the second npm start, until it is ready", second, { name: "goal", figure: 8 }),
        goal: { atMost: 1 },
      },
      row("what is shipped, until its sign-in page", shipped, {
        name: "the second npm start",
        figure: second,
      }),
    ],
  }
}
