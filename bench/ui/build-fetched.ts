import { spawnSync } from "node:child_process"
import { appendFileSync, copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "@/scripts/root"

const sources = [
  "app",
  "components",
  "lib",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
]
const folder = join(root, ".data", "bench", "fetched")
const replaced = join("app", "(dashboard)", "reports", "[report]", "read-first-page.ts")
const next = join(root, "node_modules", "next", "dist", "bin", "next")

/** Builds the dashboard with one file changed, so that report pages fetch their first rows from the browser; answers its folder. */
export function buildFetched(): string {
  if (!existsSync(join(root, replaced)))
    throw new Error(`${replaced} is gone: what reads a report's first page now?`)
  for (const source of sources) {
    rmSync(join(folder, source), { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    cpSync(join(root, source), join(folder, source), { recursive: true })
  }
  copyFileSync(join(root, "bench", "ui", "fetched", "read-first-page.ts"), join(folder, replaced))
  // The copy is in a folder that Git ignores, where styles look for class names only when told to.
  const styles = '\n@source "../app";\n@source "../components";\n'
  appendFileSync(join(folder, "app", "globals.css"), styles)
  const result = spawnSync(process.execPath, [next, "build", folder], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  })
  if (result.status !== 0)
    throw new Error(`The page to compare with does not build:\n${result.stdout}\n${result.stderr}`)
  return folder
}
