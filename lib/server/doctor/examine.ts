import "server-only"
import { randomUUID } from "node:crypto"
import { access, constants, statfs } from "node:fs/promises"
import { dirname } from "node:path"
import {
  catalogue,
  type Domain,
  domains,
  type ListOperation,
  listOperations,
} from "../../catalogue"
import { databaseFaultOf, databaseFaultTexts, openPool, type Pool, requireWritable } from "../../db"
import { createUpstream, isUpstreamError, upstreamFaultText } from "../../platform"
import { createDiscovery } from "../../session"
import type { Config } from "../config"
import { judgeConnections } from "../plain-connections"

/** What was looked at, and how it is: a fault keeps the dashboard from its work, a warning may. */
export interface Finding {
  readonly what: string
  readonly state: "ok" | "warning" | "fault"
  /** One sentence that says what to do, with the setting's name; no value of a secret. */
  readonly text: string
}

/** Times in milliseconds, room in bytes. */
const limits = {
  skewMs: 5000,
  tokenSkewMs: 60_000,
  freeBytes: 1_000_000_000,
  oldest: 150_000,
} as const

const fine = (what: string, text: string): Finding => ({ what, state: "ok", text })
const warn = (what: string, text: string): Finding => ({ what, state: "warning", text })
const fault = (what: string, text: string): Finding => ({ what, state: "fault", text })

interface ServerRow {
  readonly version: number
  readonly encoding: string
  readonly mayCreate: boolean
  readonly ownsSchemas: boolean
  readonly isSuperuser: boolean
  readonly now: number
}

/** The dashboard's schemas: where they are not there, the role has to make them. */
const askServer = `
  select current_setting('server_version_num')::int as version,
    current_setting('server_encoding') as encoding,
    has_database_privilege(current_database(), 'create') as "mayCreate",
    (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
    (select count(*) = 3 from pg_namespace where nspname in ('dashboard', 'replica', 'texts')
      and has_schema_privilege(oid, 'create')) as "ownsSchemas",
    extract(epoch from clock_timestamp())::float8 * 1000 as now`

async function askDatabase(pool: Pool): Promise<Finding[]> {
  const { rows } = await pool.query<ServerRow>(askServer)
  const [row] = rows
  return row
    ? judgeServer(row)
    : [fault("Database", `DATABASE_URL ${databaseFaultTexts.unavailable}`)]
}

/** What a server says of itself and of the role, as findings. */
export function judgeServer(row: ServerRow): Finding[] {
  const what = "Database"
  const found: Finding[] = []
  if (row.version < limits.oldest)
    found.push(fault(what, "DATABASE_URL leads to a server older than PostgreSQL 15: upgrade it."))
  if (row.encoding !== "UTF8")
    found.push(fault(what, "DATABASE_URL names a database that is not in UTF8: make one that is."))
  if (!row.mayCreate && !row.ownsSchemas)
    found.push(fault(what, `DATABASE_URL ${databaseFaultTexts.may_not}`))
  if (row.isSuperuser)
    found.push(
      warn(
        what,
        "DATABASE_URL names a superuser: make a role for the dashboard alone, which owns its database.",
      ),
    )
  const skew = Math.abs(row.now - Date.now())
  if (skew > limits.skewMs)
    found.push(
      warn(
        "Clock",
        `The database's clock and this one's are ${seconds(skew)} apart: run NTP on both.`,
      ),
    )
  if (found.every(({ state }) => state !== "fault"))
    found.push(
      fine(what, `PostgreSQL ${Math.floor(row.version / 10_000)}, with the rights it needs`),
    )
  return found
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`

async function examineDatabase({ databaseUrl }: Config): Promise<Finding[]> {
  const pool = openPool(databaseUrl, { max: 1, waitTimeoutMs: 5000, answerTimeoutMs: 5000 })
  try {
    await requireWritable(pool)
    return await askDatabase(pool)
  } catch (error) {
    return [fault("Database", `DATABASE_URL ${databaseFaultTexts[databaseFaultOf(error)]}`)]
  } finally {
    await pool.end()
  }
}

/** What the identity may be asked for, and calls differently; a company may well ask for two factors there instead. */
function judgeStrength(
  { acrValues, amrValues, maxAgeSeconds }: Config["session"],
  known: readonly string[] | undefined,
): Finding[] {
  const what = "Sign-in"
  if (acrValues && known && !acrValues.some((value) => known.includes(value)))
    return [
      warn(what, "AUTH_ACR_VALUES names nothing that the identity says it knows: nobody gets in."),
    ]
  if (acrValues || amrValues || maxAgeSeconds !== undefined) return []
  return [
    warn(
      what,
      "any counts, one factor too: set AUTH_ACR_VALUES or AUTH_AMR_VALUES, or have the identity ask for two.",
    ),
  ]
}

async function examineIdentity({ session, isDemo }: Config): Promise<Finding[]> {
  const what = "Identity"
  const found = await createDiscovery(session.issuer, () => performance.now())().then(
    ({ acr_values_supported: known }) => [
      fine(what, "tells of itself, under the issuer of the settings"),
      ...(isDemo ? [] : judgeStrength(session, known)),
    ],
    (error: unknown) => [
      error instanceof Error && error.message.includes("another issuer")
        ? fault(
            what,
            "AUTH_OIDC_ISSUER is not what the identity calls itself: copy its issuer to the letter, with or without the slash at its end.",
          )
        : fault(
            what,
            "AUTH_OIDC_ISSUER has no document at /.well-known/openid-configuration that can be read: correct it, or reach it from here.",
          ),
    ],
  )
  return found
}

const platformText = (error: unknown) =>
  upstreamFaultText(isUpstreamError(error) ? error.code : "upstream_failed")

/** Codes of a platform that has looked at the permission, and then misses what nobody knows. */
const permitted: readonly string[] = ["not_found", "feature_not_enabled", "refused_request"]

/** The list that a permission is tried with, one without ids where there is one. */
function listFor(domain: Domain): ListOperation | undefined {
  const own = listOperations(catalogue).filter(
    (list) => list.domain === domain && list.deprecated === undefined,
  )
  const idsOf = ({ parameters }: ListOperation) => Object.keys(parameters).length
  return own.toSorted((one, other) => idsOf(one) - idsOf(other))[0]
}

/** One read for each permission, after a token: nine calls of the platform at most. */
async function examinePlatform({ upstream: config }: Config): Promise<Finding[]> {
  const upstream = createUpstream({ catalogue, config, clock: Date.now })
  const tryDomain = async (domain: Domain): Promise<Finding[]> => {
    const operation = listFor(domain)
    if (!operation) return []
    const what = `Permission ${domain}`
    const parameters = Object.fromEntries(
      Object.keys(operation.parameters).map((name) => [name, randomUUID()]),
    )
    return upstream
      .read({
        operation,
        parameters,
        scope: "all",
        search: new URLSearchParams({ limit: "1" }),
        following: false,
        requestId: randomUUID(),
        ticket: { priority: "sync" },
      })
      .then(
        () => [fine(what, "read")],
        (error: unknown) =>
          isUpstreamError(error) && permitted.includes(error.code)
            ? [fine(what, "read")]
            : [fault(what, platformText(error))],
      )
  }
  try {
    await upstream.checkAccess()
  } catch (error) {
    await upstream.close()
    return [fault("Platform", platformText(error))]
  }
  const found: Finding[] = [fine("Platform", "gives a token")]
  for (const domain of domains) found.push(...(await tryDomain(domain)))
  await upstream.close()
  return [...found, ...(await examineClock(config.tokenUrl))]
}

/** Tokens are timed: a clock that is wrong has them refused, or used too long. */
async function examineClock(url: string): Promise<Finding[]> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  const told = Date.parse(answer?.headers.get("date") ?? "")
  const skew = Math.abs(told - Date.now())
  if (!(skew > limits.tokenSkewMs)) return []
  return [warn("Clock", `The platform's clock and this one's are ${seconds(skew)} apart: run NTP.`)]
}

async function examineFiles({ workspaceFile }: Config): Promise<Finding[]> {
  const found: Finding[] = []
  const isThere = await access(workspaceFile, constants.R_OK).then(
    () => true,
    () => false,
  )
  found.push(
    isThere
      ? fine("Workspace", "its file can be read")
      : warn(
          "Workspace",
          "WORKSPACE_FILE names no file that can be read: names are missing until it does.",
        ),
  )
  const disk = await statfs(isThere ? dirname(workspaceFile) : ".").catch(() => undefined)
  const free = disk ? disk.bavail * disk.bsize : undefined
  if (free !== undefined && free < limits.freeBytes)
    found.push(warn("Disk", `${Math.floor(free / 1_000_000)} MB are free: make room.`))
  return found
}

async function examineConnections(config: Config): Promise<Finding[]> {
  const what = "TLS"
  const { databaseUrl, upstream } = config
  const found = judgeConnections({ databaseUrl, ...upstream })
  return found.length === 0
    ? [fine(what, "every connection that leaves this machine has it")]
    : found.map((text) => warn(what, text))
}

const looks = {
  tls: examineConnections,
  database: examineDatabase,
  identity: examineIdentity,
  platform: examinePlatform,
  files: examineFiles,
} as const

/** What is looked at, in this order. */
export const examined = Object.keys(looks) as readonly (keyof typeof looks)[]

/** Looks at everything that a dashboard of these settings needs, or at some of it, and answers as it goes. */
export async function* examine(
  config: Config,
  parts: readonly (keyof typeof looks)[] = examined,
): AsyncGenerator<Finding> {
  for (const part of parts) yield* await looks[part](config)
}
