import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { compilePrograms } from "./package/compile-programs"
import { completeTree, treeFolder } from "./package/tree"
import { root } from "./root"
import { timedStep } from "./timed-step.mjs"

const sources = [
  "app",
  "components",
  "lib",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
]
/** A file with the hash of the sources that the dashboard was built from. */
export const stampFile = join(root, ".next", "build-stamp")

const programSources = [
  "lib",
  "service",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
]
const programsStampFile = join(root, ".next", "programs-stamp")

function* filesOf(path: string): Generator<string> {
  if (!existsSync(join(root, path))) return
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) yield* filesOf(child)
    else if (!child.includes(".test.")) yield child
  }
}

function hashSources(paths: readonly string[]): string {
  const hash = createHash("sha256")
  for (const path of paths) {
    const files = path.includes(".") ? [path] : [...filesOf(path)]
    for (const file of files)
      if (existsSync(join(root, file)))
        hash
          .update(file)
          .update("\0")
          .update(readFileSync(join(root, file)))
  }
  return hash.digest("hex")
}

const isStamped = (file: string, stamp: string) =>
  existsSync(file) && readFileSync(file, "utf8") === stamp

/** Next's output lines and the build phase that each starts. */
const phases: readonly (readonly [line: RegExp, phase: string])[] = [
  [/Creating an optimized/, "compiling"],
  [/Collecting page data/, "pages"],
  [/Generating static pages/, "pages"],
  [/Finalizing/, "collecting files"],
]

/**
 * The last line of the output. Next then spends ten seconds writing its cache for the next build.
 */
const lastLine = /\(Dynamic\) +server-rendered/

/**
 * Builds with Next, to its end or until everything is built; throws with its output if it fails.
 */
async function buildDashboard(tell: (phase: string) => void, isEarly: boolean): Promise<void> {
  const next = join(root, "node_modules/next/dist/bin/next")
  const child = spawn(process.execPath, [next, "build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let printed = ""
  const code = await new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed += text
        const phase = phases.findLast(([line]) => line.test(text))
        if (phase) tell(phase[1])
        if (isEarly && lastLine.test(printed)) resolve(0)
      })
    child.once("close", resolve)
  })
  if (code !== 0) throw new Error(`The build failed:\n${printed}`)
}

/**
 * Builds the package tree unless it was built from the same sources: the dashboard, and the
 * programs beside it. With `early`, Next may still write its build cache in its own process. Throws
 * if it fails.
 */
export async function ensureBuilt({ early = false } = {}): Promise<void> {
  const stamp = hashSources(sources)
  if (!isStamped(stampFile, stamp)) {
    await timedStep("Building the dashboard", (tell) => buildDashboard(tell, early))
    completeTree()
    writeFileSync(stampFile, stamp)
  }
  const programsStamp = hashSources(programSources)
  if (isStamped(programsStampFile, programsStamp)) return
  await timedStep("Compiling the programs", () => compilePrograms(join(treeFolder, "bin")))
  writeFileSync(programsStampFile, programsStamp)
}
