import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"
import type { DatabaseServer } from "./companies-file"
import { urlOf } from "./connections"

type Environment = Readonly<Record<string, string | undefined>>

/** pg_dump and pg_restore of one version. */
export interface DumpPrograms {
  readonly folder: string
  readonly major: number
}

const suffix = process.platform === "win32" ? ".exe" : ""
const programIn = (folder: string, name: string) => join(folder, `${name}${suffix}`)

/** Where distributions put the programs of each version, beside PATH. */
const versioned = [
  { above: "/usr/lib/postgresql", below: "bin" },
  { above: "/usr", match: /^pgsql-\d+$/, below: "bin" },
  { above: "/opt/homebrew/opt", match: /^postgresql@\d+$/, below: "bin" },
]

const versionedFolders = () =>
  versioned.flatMap(({ above, match = /./, below }) =>
    existsSync(above)
      ? readdirSync(above)
          .filter((name) => match.test(name))
          .map((name) => join(above, name, below))
      : [],
  )

function readMajor(folder: string): number | undefined {
  if (!existsSync(programIn(folder, "pg_restore"))) return undefined
  const { stdout } = spawnSync(programIn(folder, "pg_dump"), ["--version"], { encoding: "utf8" })
  const major = /PostgreSQL\) (\d+)/.exec(stdout ?? "")?.[1]
  return major === undefined ? undefined : Number(major)
}

/** The oldest pg_dump that can read a server of that major version, in `PG_BIN` alone where it is set; undefined where there is none. */
export function findDumpPrograms(
  serverMajor: number,
  environment: Environment,
): DumpPrograms | undefined {
  const given = environment["PG_BIN"]
  const path = (environment["PATH"] ?? "").split(delimiter).filter(Boolean)
  const folders = given ? [given] : [...path, ...versionedFolders()]
  return folders
    .flatMap((folder) => {
      const major = readMajor(folder)
      return major !== undefined && major >= serverMajor ? [{ folder, major }] : []
    })
    .toSorted((one, other) => one.major - other.major)[0]
}

interface Side {
  readonly server: DatabaseServer
  readonly database: string
}

const environmentOf = ({ password }: DatabaseServer) => ({
  ...process.env,
  ...(password !== undefined && { PGPASSWORD: password }),
})

/** Waits for a program's end; answers what is wrong with it, if anything is. */
function endOf(name: string, child: ChildProcess): Promise<string | undefined> {
  let lines = ""
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    lines = (lines + text).slice(-2000)
  })
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`${name}: ${error.message}`))
    child.once("close", (code, signal) => {
      const reason = lines.trim().split("\n").slice(-3).join(" ")
      resolve(code === 0 ? undefined : `${name}: ${reason || (signal ?? `exit code ${code}`)}`)
    })
  })
}

/** Copies a database, or its schema alone, through a pipe into one that is there and empty; throws what the programs say. */
export async function pipeDump(
  { folder }: DumpPrograms,
  { from, to, schemaOnly = false }: { from: Side; to: Side; schemaOnly?: boolean },
  signal: AbortSignal,
): Promise<void> {
  const dump = spawn(
    programIn(folder, "pg_dump"),
    [
      "--format=custom",
      "--compress=0",
      "--no-publications",
      "--no-subscriptions",
      ...(schemaOnly ? ["--schema-only"] : []),
      `--dbname=${urlOf(from.server, from.database)}`,
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: environmentOf(from.server), signal },
  )
  const restore = spawn(
    programIn(folder, "pg_restore"),
    ["--exit-on-error", `--dbname=${urlOf(to.server, to.database)}`],
    { stdio: ["pipe", "ignore", "pipe"], env: environmentOf(to.server), signal },
  )
  // A program that ends early breaks the pipe, and so ends the other one.
  restore.stdin.on("error", () => {})
  restore.once("close", () => dump.stdout.destroy())
  dump.stdout.pipe(restore.stdin)
  const faults = await Promise.all([endOf("pg_dump", dump), endOf("pg_restore", restore)])
  signal.throwIfAborted()
  const found = faults.filter((fault) => fault !== undefined)
  if (found.length > 0) throw new Error(found.join("; "))
}
