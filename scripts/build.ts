import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./root"

const sources = [
  "app",
  "components",
  "lib",
  "proxy.ts",
  "instrumentation.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
]
/** Says from which sources the built dashboard was made. */
export const stampFile = join(root, ".next", "build-stamp")

function* filesOf(path: string): Generator<string> {
  if (!existsSync(join(root, path))) return
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) yield* filesOf(child)
    else if (!child.includes(".test.")) yield child
  }
}

function hashSources(): string {
  const hash = createHash("sha256")
  for (const source of sources) {
    const files = source.includes(".") ? [source] : [...filesOf(source)]
    for (const file of files)
      if (existsSync(join(root, file)))
        hash
          .update(file)
          .update("\0")
          .update(readFileSync(join(root, file)))
  }
  return hash.digest("hex")
}

/** Builds the dashboard unless the last build was made from the same sources; throws when it fails. */
export function ensureBuilt(): void {
  const stamp = hashSources()
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return
  console.log("Building the dashboard …")
  const result = spawnSync(
    process.execPath,
    [join(root, "node_modules/next/dist/bin/next"), "build"],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  if (result.status !== 0) throw new Error(`The build failed:\n${result.stdout}\n${result.stderr}`)
  writeFileSync(stampFile, stamp)
}
