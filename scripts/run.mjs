// The entry point: `node scripts/run.mjs <command>` works in a fresh clone, before anything is
// installed.
import { spawn } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { ensureInstalled } from "./install.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command = "", ...options] = process.argv.slice(2)

/** These commands need only the packages for building and running; all others may need more. */
const withoutTests = ["start", "service", "doctor", "package"]

try {
  await ensureInstalled(root, { all: !withoutTests.includes(command) })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

const script = join(root, "scripts", `${command}.ts`)
// Backend modules import `server-only`, which throws unless this condition is set.
const conditions = ["doctor", "erase", "start"].includes(command)
  ? ["--conditions=react-server"]
  : []
const child = spawn(process.execPath, [...conditions, "--import", "tsx", script, ...options], {
  cwd: root,
  stdio: "inherit",
})
// A terminal's Ctrl-C also reaches the child, which stops gracefully; this process waits for it.
process.on("SIGINT", () => {})
process.on("SIGTERM", () => child.kill("SIGTERM"))
// npm's shell does not forward signals: when it has ended, the command ends too.
const parent = process.ppid
setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref()
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
