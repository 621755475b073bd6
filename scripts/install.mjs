import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const oldestNode = [20, 19]

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  const [oldestMajor, oldestMinor] = oldestNode
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new Error(
    `Node ${oldestNode.join(".")} or newer is needed; this is ${process.versions.node}. Install a newer Node and run the command again.`,
  )
}

const readPackages = (file) => JSON.parse(readFileSync(file, "utf8")).packages ?? {}

/** Whether node_modules holds just what package-lock.json asks for; npm writes its copy of the lock last. */
function isInstalled(root) {
  const written = join(root, "node_modules", ".package-lock.json")
  if (!existsSync(written)) return false
  const present = readPackages(written)
  return Object.entries(readPackages(join(root, "package-lock.json"))).every(
    ([path, wanted]) => path === "" || wanted.optional || present[path]?.version === wanted.version,
  )
}

/** Installs the packages of package-lock.json where node_modules lacks any; throws a sentence that says what to do. */
export function ensureInstalled(root) {
  checkNode()
  if (isInstalled(root)) return
  console.log("Installing packages (once) …")
  const options = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"]
  const npm = process.env.npm_execpath
  const result = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", options, {
        cwd: root,
        stdio: "inherit",
        shell: process.platform === "win32",
      })
  if (result.status !== 0)
    throw new Error("npm could not install the packages; its messages above say why.")
}
