import "server-only"
import { z } from "zod"
import manifest from "../../package.json"
import type { UpstreamConfig } from "../platform"
import {
  idTokenAlgorithms,
  isSecureAddress,
  type Role,
  roles,
  type SessionConfig,
} from "../session"
import {
  type Environment,
  findRemoved,
  type RemovedSettings,
  readSecretFiles,
  removedTracing,
  secretSettings,
} from "../settings"
import { judgeConnections } from "./plain-connections"

/** The dashboard's settings (architecture "Contracts"). */
export interface Config {
  readonly port: number
  readonly databaseUrl: string
  /** Ids and names that no endpoint returns. */
  readonly workspaceFile: string
  /** Initial user names, imported if the dashboard has none yet. */
  readonly userNamesFile?: string
  /** True under `next dev`, whose pages need `eval`. */
  readonly development: boolean
  /** People sign in at the embedded identity with its demo accounts. */
  readonly isDemo: boolean
  /** Requests a minute that the platform allows for the whole company. */
  readonly rateLimit: number
  /** Calls a minute for automatic copies; 0 disables them, undefined sets no limit. */
  readonly copyBudget: number | undefined
  /** Number of the operator's own reverse proxies, each of which appends the client's address. */
  readonly trustedProxies: number
  /** Days to keep expired data; 0 keeps it forever. */
  readonly retention: {
    readonly edits: number
    readonly audit: number
  }
  /** How long an instance keeps serving after it has become not ready, in milliseconds. */
  readonly drainMs: number
  /** The running version and commit; the commit is `unknown` if it was not given. */
  readonly build: { readonly version: string; readonly commit: string }
  readonly upstream: UpstreamConfig
  readonly session: SessionConfig
}

/** Settings that are missing or invalid: one sentence each, naming the variable. */
export class ConfigError extends Error {
  override name = "ConfigError"

  constructor(readonly faults: readonly string[]) {
    super(faults.join(" "))
  }
}

const text = z.string("is not set.")
const address = (schemes: readonly string[], what: string) =>
  text.refine(
    (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
    `must be ${what}.`,
  )
const anyWebAddress = address(["http:", "https:"], "an http or https address")
const webAddress = anyWebAddress.transform((value) => value.replace(/\/+$/, ""))
/**
 * Session cookies and the identity's tokens are sent there. The issuer is also an identifier, so it
 * is kept unchanged.
 */
const secureAddress = anyWebAddress.pipe(
  z
    .string()
    .refine(
      isSecureAddress,
      "must begin with https://, unless its host is this machine (localhost, 127.0.0.1 or [::1]). Put TLS in front of it.",
    ),
)
const wholeNumber = (low: number, high: number) =>
  text
    .regex(/^\d{1,9}$/, "must be a whole number.")
    .transform(Number)
    .refine((value) => value >= low && value <= high, `must be between ${low} and ${high}.`)

const wordList = text
  .transform((value) => value.split(/\s+/).filter(Boolean))
  .refine(({ length }) => length > 0, "must name at least one value.")

/**
 * Reads `HR team=hr, IT=admin`, or the same as JSON for names that contain separators:
 * `{"CN=HR,DC=x": "hr"}`.
 */
function readPairs(written: string): [group: string, role: unknown][] {
  if (!written.trim().startsWith("{"))
    return written
      .split(/[,;\n]/)
      .filter((pair) => pair.trim() !== "")
      .map((pair) => {
        const at = pair.lastIndexOf("=")
        return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()]
      })
  const pairs: Record<string, unknown> = JSON.parse(written)
  return Object.entries(pairs).flatMap(([group, given]) =>
    [given].flat().map((role): [string, unknown] => [group, role]),
  )
}

const roleNames: readonly unknown[] = roles

/** Maps the identity's groups to roles. */
const roleMap = text.transform((written, context) => {
  const map = new Map<string, Role[]>()
  const refuse = () => {
    const message = `must pair groups with ${roles.join(", ")}: HR team=hr, IT=admin.`
    context.addIssue({ code: "custom", message })
    return z.NEVER
  }
  try {
    for (const [group, role] of readPairs(written)) {
      if (group === "" || !roleNames.includes(role)) return refuse()
      const key = group.toLowerCase()
      map.set(key, [...(map.get(key) ?? []), role as Role])
    }
  } catch {
    return refuse()
  }
  return map.size === 0 ? refuse() : map
})

/** Rejects periods shorter than 30 days. */
const daysOrAlways = text
  .regex(/^\d{1,9}$/, "must be a whole number.")
  .transform(Number)
  .refine(
    (days) => days === 0 || (days >= 30 && days <= 36_500),
    "must be 0 or between 30 and 36500.",
  )

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535).prefault("3000"),
  DATABASE_URL: address(["postgres:", "postgresql:"], "a postgres:// address"),
  REPORTING_API_URL: webAddress,
  REPORTING_TOKEN_URL: webAddress,
  REPORTING_CLIENT_ID: text,
  REPORTING_CLIENT_SECRET: text,
  REPORTING_SCOPE_PREFIX: text.prefault("svc.api"),
  REPORTING_RATE_LIMIT: wholeNumber(0, 1_000_000).prefault("100"),
  COPY_BUDGET: wholeNumber(0, 1_000_000).optional(),
  TRUSTED_PROXIES: wholeNumber(0, 10).prefault("0"),
  EDIT_LOG_DAYS: daysOrAlways.prefault("0"),
  AUDIT_DAYS: daysOrAlways.prefault("400"),
  DRAIN_SECONDS: wholeNumber(0, 600).prefault("0"),
  GIT_COMMIT: text
    .regex(/^(?:[\da-f]{7,64}|unknown)$/, "must be a commit's hash, in hex digits.")
    .prefault("unknown"),
  AUTH_OIDC_ISSUER: secureAddress,
  AUTH_OIDC_CLIENT_ID: text,
  AUTH_OIDC_CLIENT_SECRET: text,
  AUTH_OIDC_SCOPE: text
    .regex(/\bopenid\b/, "must contain openid.")
    .prefault("openid profile email"),
  AUTH_ROLE_CLAIM: text.prefault("roles"),
  AUTH_ROLE_MAP: roleMap.optional(),
  AUTH_ID_TOKEN_ALGORITHM: text
    .pipe(z.enum(idTokenAlgorithms, `must be one of ${idTokenAlgorithms.join(", ")}.`))
    .prefault("RS256"),
  AUTH_ACR_VALUES: wordList.optional(),
  AUTH_AMR_VALUES: wordList.optional(),
  AUTH_MAX_AGE: wholeNumber(0, 2_592_000).optional(),
  NEXTAUTH_SECRET: text.min(32, "must have at least 32 characters."),
  NEXTAUTH_SECRET_PREVIOUS: text.min(32, "must have at least 32 characters.").optional(),
  NEXTAUTH_URL: secureAddress.transform((value) => new URL(value).origin),
  WORKSPACE_FILE: text.prefault(".data/workspace.json"),
  USER_NAMES_FILE: text.optional(),
  REQUIRE_TLS: text.regex(/^[01]$/, "must be 0 or 1.").prefault("0"),
  NODE_ENV: text.prefault("production"),
})

const sharedState = "instances share their state in PostgreSQL (DATABASE_URL). Remove it."

/**
 * Settings of earlier versions, and their replacements. The dashboard does not start if one is set.
 */
const removedSettings: RemovedSettings = {
  ...removedTracing,
  REDIS_URL: sharedState,
  REDIS_URL_FILE: sharedState,
  REDIS_PREFIX: sharedState,
  COPY_CHECK_PERCENT: "old rows of copies are compared within 5 % of the quota. Remove it.",
  SESSION_DAYS: "sessions are deleted a day after sign-in. Remove it.",
  RECENT_DAYS: "records that somebody opened are remembered for a year. Remove it.",
}

type Settings = z.infer<typeof environmentSchema>

/**
 * The client that exists only in the embedded identity with its demo accounts (architecture
 * "Contracts").
 */
const embeddedClient = { id: "demo-dashboard", secret: "demo-dashboard-secret" } as const

function shapeConfig(environment: Settings): Config {
  return {
    port: environment.PORT,
    databaseUrl: environment.DATABASE_URL,
    workspaceFile: environment.WORKSPACE_FILE,
    ...(environment.USER_NAMES_FILE && { userNamesFile: environment.USER_NAMES_FILE }),
    development: environment.NODE_ENV === "development",
    isDemo:
      environment.AUTH_OIDC_CLIENT_ID === embeddedClient.id &&
      environment.AUTH_OIDC_CLIENT_SECRET === embeddedClient.secret,
    rateLimit: environment.REPORTING_RATE_LIMIT,
    copyBudget: environment.COPY_BUDGET,
    trustedProxies: environment.TRUSTED_PROXIES,
    retention: {
      edits: environment.EDIT_LOG_DAYS,
      audit: environment.AUDIT_DAYS,
    },
    drainMs: environment.DRAIN_SECONDS * 1000,
    build: { version: manifest.version, commit: environment.GIT_COMMIT },
    upstream: {
      apiUrl: environment.REPORTING_API_URL,
      tokenUrl: environment.REPORTING_TOKEN_URL,
      clientId: environment.REPORTING_CLIENT_ID,
      clientSecret: environment.REPORTING_CLIENT_SECRET,
      scopePrefix: environment.REPORTING_SCOPE_PREFIX,
    },
    session: {
      issuer: environment.AUTH_OIDC_ISSUER,
      clientId: environment.AUTH_OIDC_CLIENT_ID,
      clientSecret: environment.AUTH_OIDC_CLIENT_SECRET,
      scope: environment.AUTH_OIDC_SCOPE,
      roleClaim: environment.AUTH_ROLE_CLAIM,
      ...(environment.AUTH_ROLE_MAP && { roleMap: environment.AUTH_ROLE_MAP }),
      idTokenAlgorithm: environment.AUTH_ID_TOKEN_ALGORITHM,
      ...(environment.AUTH_ACR_VALUES && { acrValues: environment.AUTH_ACR_VALUES }),
      ...(environment.AUTH_AMR_VALUES && { amrValues: environment.AUTH_AMR_VALUES }),
      ...(environment.AUTH_MAX_AGE !== undefined && { maxAgeSeconds: environment.AUTH_MAX_AGE }),
      secret: environment.NEXTAUTH_SECRET,
      ...(environment.NEXTAUTH_SECRET_PREVIOUS && {
        previousSecret: environment.NEXTAUTH_SECRET_PREVIOUS,
      }),
      origin: environment.NEXTAUTH_URL,
    },
  }
}

/** Connections that leave this machine without TLS, if the settings forbid them. */
function plainConnections(environment: Settings | undefined): string[] {
  if (environment?.REQUIRE_TLS !== "1") return []
  return judgeConnections({
    databaseUrl: environment.DATABASE_URL,
    apiUrl: environment.REPORTING_API_URL,
    tokenUrl: environment.REPORTING_TOKEN_URL,
  })
}

/**
 * Parses environment variables, reading secrets from files too; an empty variable counts as unset.
 * Throws `ConfigError`, which never quotes a value.
 */
export function parseConfig(environment: Environment): Config {
  const { environment: read, faults } = readSecretFiles(environment, secretSettings.dashboard)
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ""))
  const parsed = environmentSchema.safeParse(given)
  const others = (parsed.error?.issues ?? []).flatMap(({ path, message }) => {
    const name = path.join(".")
    return faults.has(name) ? [] : [`${name} ${message}`]
  })
  const all = [
    ...findRemoved(given, removedSettings),
    ...faults.values(),
    ...others,
    ...plainConnections(parsed.data),
  ]
  if (parsed.success && all.length === 0) return shapeConfig(parsed.data)
  throw new ConfigError(all)
}

let config: Config | undefined

/** Exits the process with an explanation if any setting is invalid. */
export function requireSettings(): void {
  try {
    loadConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.faults.join("\n")}\n`)
    process.exit(1)
  }
}

/** This process's settings, read on first use, so that a build needs none. */
export const loadConfig = (): Config => config ?? reloadConfig()

/** Reads the environment again; later calls of `loadConfig` return the new settings. */
export function reloadConfig(): Config {
  config = parseConfig(process.env)
  return config
}
