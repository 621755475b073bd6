import { readFileSync, realpathSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { z } from "zod"
import { replaceFile } from "../postgres/cluster-folder"

/** A PostgreSQL server by the operator's name for it; its URL has no password. */
export interface DatabaseServer {
  readonly name: string
  /** Of a database that belongs to no company, for a user who may create and rename databases. */
  readonly url: string
  readonly password: string | undefined
}

/** A company, the server that it is on and the names of its databases there. */
export interface Company {
  readonly name: string
  readonly server: DatabaseServer
  readonly databases: { readonly dashboard: string; readonly service?: string | undefined }
}

/** What the operator's file says, with the passwords that it refers to. */
export interface Companies {
  readonly file: string
  readonly servers: ReadonlyMap<string, DatabaseServer>
  readonly companies: ReadonlyMap<string, Company>
}

type Environment = Readonly<Record<string, string | undefined>>

/** PostgreSQL's 63 bytes for a name, less what a moved database is called besides. */
const maxDatabaseBytes = 44

const example = "such as postgres://postgres@10.0.0.1:5432/postgres"

function faultOfUrl(text: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return `is no URL, ${example}.`
  const { username, password, pathname, searchParams } = new URL(text)
  if (password || searchParams.has("password"))
    return "holds a password: take it out and name a passwordVariable or a passwordFile."
  if (!username) return `names no user, ${example}.`
  return /^\/[^/]+$/.test(pathname) ? undefined : `names no database, ${example}.`
}

const server = z.strictObject({
  url: z.string().superRefine((text, context) => {
    const fault = faultOfUrl(text)
    if (fault) context.addIssue(fault)
  }),
  passwordVariable: z.string().min(1).optional(),
  passwordFile: z.string().min(1).optional(),
})

const databaseName = z
  .string()
  .regex(
    /^[\p{L}\p{N}_. -]+$/u,
    "may have letters, digits, spaces, dots, - and _ only, and one of them.",
  )
  .refine(
    (name) => Buffer.byteLength(name) <= maxDatabaseBytes,
    `is longer than ${maxDatabaseBytes} bytes.`,
  )

const company = z.strictObject({
  server: z.string(),
  databases: z.strictObject({ dashboard: databaseName, service: databaseName.optional() }),
})

const content = z.strictObject({
  servers: z.record(z.string(), server),
  companies: z.record(z.string(), company),
})

type Content = z.infer<typeof content>

/** As much of the content as has the right form, so that what belongs together is checked beside other faults. */
const outline = z.object({
  servers: z.record(z.string(), z.object({ url: z.string().catch("") }).catch({ url: "" })),
  companies: z.record(
    z.string(),
    z.object({
      server: z.string().optional().catch(undefined),
      databases: z.record(z.string(), z.unknown()).catch({}),
    }),
  ),
})

/** What is wrong between a company and its server, and between two companies. */
function* faultsBetween({ servers, companies }: z.infer<typeof outline>): Generator<string> {
  const owners = new Map<string, string>()
  for (const [name, { server, databases }] of Object.entries(companies)) {
    if (server === undefined) continue
    const found = Object.hasOwn(servers, server) ? servers[server] : undefined
    if (!found)
      yield `companies.${name}.server: there is no server "${server}"; there are ${Object.keys(servers).join(", ") || "none"}.`
    for (const [part, database] of Object.entries(databases)) {
      const path = `companies.${name}.databases.${part}`
      const owner = owners.get(`${server} ${database}`)
      owners.set(`${server} ${database}`, path)
      if (owner) yield `${path}: "${database}" is ${owner} already.`
      if (found && URL.canParse(found.url) && new URL(found.url).pathname === `/${database}`)
        yield `${path}: "${database}" is in the url of ${server}, which must name a database of no company.`
    }
  }
}

/** A server's password, or what is wrong with where it shall come from. */
function readPassword(
  { passwordVariable, passwordFile }: Content["servers"][string],
  { environment, folder }: { environment: Environment; folder: string },
): { password?: string; fault?: string } {
  if (passwordVariable && passwordFile)
    return { fault: "passwordFile: give this or passwordVariable, not both." }
  if (passwordVariable) {
    const password = environment[passwordVariable]
    if (password) return { password }
    return { fault: `passwordVariable: ${passwordVariable} is not set in the environment.` }
  }
  if (!passwordFile) return {}
  try {
    const password = readFileSync(resolve(folder, passwordFile), "utf8").replace(/\r?\n$/, "")
    return password ? { password } : { fault: `passwordFile: ${passwordFile} is empty.` }
  } catch (error) {
    return { fault: `passwordFile: ${passwordFile} cannot be read (${codeOf(error)}).` }
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? String(error.code) : String(error)

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${file} is no JSON: ${error.message}`)
    throw new Error(
      `${file} cannot be read (${codeOf(error)}). Write one as docs/growing.md shows, or name another with --file or COMPANIES_FILE.`,
    )
  }
}

const refuse = (file: string, faults: readonly string[]) => {
  throw new Error([`${file} cannot be used:`, ...faults.map((fault) => `  ${fault}`)].join("\n"))
}

/** Reads the operator's file; throws one error with a line for each of its faults. */
export function readCompanies(file: string, environment: Environment): Companies {
  const raw = readJson(file)
  const parsed = content.safeParse(raw)
  const faults = (parsed.error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".") || "the file"}: ${message}`,
  )
  const outlined = outline.safeParse(raw)
  if (outlined.success) faults.push(...faultsBetween(outlined.data))
  const servers = new Map<string, DatabaseServer>()
  for (const [name, entry] of Object.entries(parsed.data?.servers ?? {})) {
    const { password, fault } = readPassword(entry, { environment, folder: dirname(file) })
    if (fault) faults.push(`servers.${name}.${fault}`)
    servers.set(name, { name, url: entry.url, password })
  }
  if (faults.length > 0) refuse(file, faults)
  const companies = new Map<string, Company>()
  for (const [name, entry] of Object.entries(parsed.data?.companies ?? {})) {
    const found = servers.get(entry.server)
    if (found) companies.set(name, { name, server: found, databases: entry.databases })
  }
  return { file, servers, companies }
}

/** Writes another server of a company into the file, whole or not at all; throws where the file says another present one by now. */
export function writeServer(
  file: string,
  { name, from, to }: { readonly name: string; readonly from: string; readonly to: string },
): void {
  const raw = content.parse(readJson(file))
  const entry = raw.companies[name]
  if (entry?.server !== from)
    throw new Error(`${file} was changed meanwhile: ${name} is no longer on ${from} there.`)
  entry.server = to
  const real = realpathSync(file)
  replaceFile(real, `${JSON.stringify(raw, null, 2)}\n`, statSync(real).mode & 0o777)
}
