import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { delimiter, join } from "node:path"

type Environment = Readonly<Record<string, string | undefined>>

/** pg_dump and pg_restore of one version. */
export interface DumpPrograms {
  readonly folder: string
  readonly major: number
}

const suffix = process.platform === "win32" ? ".exe" : ""
const programIn = (folder: string, name: string) => join(folder, `${name}${suffix}`)

/** Where distributions install the programs of each version, besides PATH. */
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

/**
 * The oldest pg_dump that can read a server of that major version, only from `PG_BIN` if it is set;
 * undefined if there is none.
 */
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
