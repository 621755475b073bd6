import { readFileSync } from "node:fs"

/** Environment variables as a process has them; an empty one counts as not set. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The settings that hold a secret, of each program: each may be read from a file. */
export const secretSettings = {
  dashboard: [
    "DATABASE_URL",
    "REPORTING_CLIENT_SECRET",
    "AUTH_OIDC_CLIENT_SECRET",
    "NEXTAUTH_SECRET",
    "NEXTAUTH_SECRET_PREVIOUS",
  ],
  service: ["SERVICE_DATABASE_URL"],
} as const

export interface SecretFilesRead {
  /** With the text of each file in place of the variable that names it. */
  readonly environment: Environment
  /** One sentence for each setting that cannot be read so, by the setting's name; none quotes a value. */
  readonly faults: ReadonlyMap<string, string>
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? `${error.code}` : "unreadable"

/** A secret as its file holds it: editors and `echo` end files with a line break, which is no part of it. */
const readSecret = (file: string) => readFileSync(file, "utf8").replace(/[\r\n]+$/, "")

/**
 * Reads the settings of these names out of files where `NAME_FILE` names one, as container platforms hand out
 * secrets. A setting that is given both ways is a fault, and so is a file that cannot be read or holds nothing.
 */
export function readSecretFiles(
  environment: Environment,
  names: readonly string[],
): SecretFilesRead {
  const faults = new Map<string, string>()
  const read: Record<string, string> = {}
  for (const name of names) {
    const variable = `${name}_FILE`
    const file = environment[variable]
    if (!file) continue
    if (environment[name]) {
      faults.set(name, `${name} and ${variable} are both set; keep one of them.`)
      continue
    }
    try {
      const text = readSecret(file)
      if (text === "") faults.set(name, `${variable} names an empty file.`)
      else read[name] = text
    } catch (error) {
      faults.set(name, `${variable} names a file that cannot be read (${codeOf(error)}).`)
    }
  }
  return { environment: { ...environment, ...read }, faults }
}
