import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { timedStep } from "./timed-step.mjs"

/** The oldest Node of each supported line in package.json; newer lines are accepted. */
const oldestNodes = [
  [20, 19],
  [22, 12],
  [24, 0],
]

/** Whether package.json supports this Node version. */
export function isSupportedNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const own = oldestNodes.find(([line]) => line === major)
  return own ? minor >= own[1] : major > 24
}

function checkNode() {
  if (isSupportedNode(process.versions.node)) return
  throw new Error(
    `Node 22.12, 24 or newer is needed, or 20.19 or newer of Node 20; this is ${process.versions.node}. Install another Node and run the command again.`,
  )
}

const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {}

/**
 * Whether node_modules has the packages of package-lock.json, all or those for building and
 * running; npm writes its copy of the lockfile last.
 */
export function isInstalled(root, { all }) {
  const written = join(root, "node_modules", ".package-lock.json")
  if (!existsSync(written)) return false
  const present = readPackages(written)
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(
    ([path, wanted]) =>
      path === "" ||
      wanted.optional ||
      (wanted.dev && !all) ||
      present[path]?.version === wanted.version,
  )
}

/** The command for npm: the one that started this process, otherwise the one on the path. */
function npmCommand(options) {
  const npm = process.env.npm_execpath
  if (npm) return { program: process.execPath, options: [npm, ...options], shell: false }
  return { program: "npm", options, shell: process.platform === "win32" }
}

/** Runs npm; throws with its output if it fails. */
async function runNpm(root, given) {
  const { program, options, shell } = npmCommand(given)
  const child = spawn(program, options, { cwd: root, shell, stdio: ["ignore", "pipe", "pipe"] })
  let printed = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      printed += text
    })
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(1))
    child.once("close", resolve)
  })
  if (code !== 0) throw new Error(`npm could not install the packages:\n${printed.trim()}`)
}

/**
 * Installs the packages of package-lock.json if node_modules lacks any: all, or only those for
 * building and running. Throws a sentence that says what to do.
 */
export async function ensureInstalled(root, { all }) {
  checkNode()
  if (isInstalled(root, { all })) return
  const quiet = ["--no-audit", "--no-fund"]
  const isForTests = all && isInstalled(root, { all: false })
  // Keeps the installed packages: `npm ci` would first remove them.
  const command = isForTests ? ["install", "--no-save", "--include=dev"] : ["ci"]
  const which = all ? ["--include=dev"] : ["--omit=dev"]
  const title = isForTests ? "Installing what tests need (once)" : "Installing packages (once)"
  await timedStep(title, () => runNpm(root, [...command, ...which, "--include=optional", ...quiet]))
}
