import { spawn, spawnSync } from "node:child_process"
import { chmodSync, chownSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

const isRoot = process.getuid?.() === 0

// The whole root is read-only except for the volume, as with `docker run --read-only --volume`.
const enter =
  'mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,ro,bind / && exec "$@"'

const nobody = 65_534

/**
 * A user who may connect to the database and is not root: the owner of its socket's folder, or
 * nobody.
 */
export function lesserUser(databaseUrl: string): number {
  const socket = new URL(databaseUrl).searchParams.get("host")
  return (socket && statSync(socket).uid) || nobody
}

const becoming = (user: number) => [
  "setpriv",
  `--reuid=${user}`,
  `--regid=${user}`,
  "--clear-groups",
]

function mayMount(): boolean {
  const options = [...(isRoot ? [] : ["-r"]), "-m", "mount", "--make-rprivate", "/"]
  return spawnSync("unshare", options).status === 0
}

/**
 * How writes are prevented: by a read-only root, or by the modes of the program's own files if
 * mounting is not permitted.
 */
export const protection = mayMount() ? "a read-only root" : "files without the right to write"

/** Removes write permission from a folder and everything in it. */
export function protectFolder(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name)
    chmodSync(path, statSync(path).mode & ~0o222)
  }
  chmodSync(folder, 0o555)
}

/** A program that can write to one folder only. */
export interface ReadOnlyProgram {
  /** Its standard output and standard error so far. */
  output(): string
  end(signal: NodeJS.Signals): void
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
}

/**
 * Starts a Node program with exactly these settings that can write only to `volume`; root starts it
 * as `user`.
 */
export function startReadOnly(
  program: string,
  options: {
    readonly volume: string
    readonly user: number
    readonly settings: Readonly<Record<string, string>>
  },
): ReadOnlyProgram {
  const { volume, user, settings } = options
  if (isRoot) chownSync(volume, user, user)
  const command = [...(isRoot ? becoming(user) : []), process.execPath, program]
  const [first = "", ...rest] =
    protection === "a read-only root"
      ? ["unshare", ...(isRoot ? [] : ["-r"]), "-m", "sh", "-c", enter, volume, ...command]
      : command
  const child = spawn(first, rest, {
    cwd: volume,
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let printed = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text
    })
  return {
    output: () => printed,
    end: (signal) => void child.kill(signal),
    ended: new Promise((resolve) => child.once("close", resolve)),
  }
}
