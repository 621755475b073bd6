import { spawnSync } from "node:child_process"
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { stampFile } from "@/scripts/build"
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
const replaced = join("app", "(dashboard)", "reports", "read-first-page.ts")
const replacement = join(root, "bench", "ui", "fetched", "read-first-page.ts")
const ownStamp = join(folder, "build-stamp")
const next = join(root, "node_modules", "next", "dist", "bin", "next")

const readText = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "")

/**
 * Builds the dashboard with one file changed, so that report pages fetch their first rows from the
 * browser; returns its folder. Builds again only if the dashboard, which must be built first, has
 * changed.
 */
export function buildFetched(): string {
  const stamp = `${readText(stampFile)}\n${readText(replacement)}`
  if (readText(ownStamp) === stamp) return folder
  if (!existsSync(join(root, replaced)))
    throw new Error(`${replaced} is gone: what reads a report's first page now?`)
  rmSync(ownStamp, { force: true })
  for (const source of sources) {
    rmSync(join(folder, source), { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    cpSync(join(root, source), join(folder, source), { recursive: true })
  }
  copyFileSync(replacement, join(folder, replaced))
  // Git ignores the copy's folder, so styles look for class names there only if told to.
  const styles = '\n@source "../app";\n@source "../components";\n'
  appendFileSync(join(folder, "app", "globals.css"), styles)
  const result = spawnSync(process.execPath, [next, "build", folder], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  })
  if (result.status !== 0)
    throw new Error(`The page to compare with does not build:\n${result.stdout}\n${result.stderr}`)
  writeFileSync(ownStamp, stamp)
  return folder
}
