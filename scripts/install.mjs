import { spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { timedStep } from "./timed-step.mjs"

/** The oldest Node of each line that package.json names; lines after the last are taken as they come. */
const oldestNodes = [
  [20, 19],
  [22, 12],
  [24, 0],
]

/** Whether this Node is one of those that package.json names. */
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

/** Whether node_modules holds what package-lock.json asks for, all or what building and running need; npm writes its copy of the lock last. */
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

/** How npm is started: the one that has started this, else the one of the path. */
function npmCommand(options) {
  const npm = process.env.npm_execpath
  if (npm) return { program: process.execPath, options: [npm, ...options], shell: false }
  return { program: "npm", options, shell: process.platform === "win32" }
}

/** Runs npm; throws with what it printed where it fails. */
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
 * Installs the packages of package-lock.json where node_modules lacks any: all, or those alone that building
 * and running need. Throws a sentence that says what to do.
 */
export async function ensureInstalled(root, { all }) {
  checkNode()
  if (isInstalled(root, { all })) return
  const quiet = ["--no-audit", "--no-fund"]
  const isForTests = all && isInstalled(root, { all: false })
  // What is there already stays: `npm ci` would take it away first.
  const command = isForTests ? ["install", "--no-save", "--include=dev"] : ["ci"]
  const which = all ? ["--include=dev"] : ["--omit=dev"]
  const title = isForTests ? "Installing what tests need (once)" : "Installing packages (once)"
  await timedStep(title, () => runNpm(root, [...command, ...which, "--include=optional", ...quiet]))
}
