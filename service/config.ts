import { z } from "zod"
import {
  type Environment,
  findRemoved,
  type RemovedSettings,
  readSecretFiles,
  removedTracing,
  secretSettings,
} from "@/lib/settings"
import manifest from "../package.json"

/** Invalid settings. The message has one sentence per fault, naming the variable. */
export class ServiceConfigError extends Error {
  override name = "ConfigError"
}

const whole = (name: string, low: number, high: number, fallback: number) => {
  const message = `${name} must be a whole number from ${low} to ${high}.`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .default(`${fallback}`)
    .transform(Number)
    .refine((value) => value >= low && value <= high, message)
}

const positive = (name: string, high: number, fallback: number) => {
  const message = `${name} must be a number above 0 and up to ${high}, such as 1 or 0.1.`
  return z
    .string()
    .regex(/^\d{1,6}(?:\.\d{1,6})?$/, message)
    .default(`${fallback}`)
    .transform(Number)
    .refine((value) => value > 0 && value <= high, message)
}

const databaseUrl = z
  .string(
    "SERVICE_DATABASE_URL is missing; `npm run service` provides a database, or give a postgres:// URL.",
  )
  .regex(/^postgres(?:ql)?:\/\//, "SERVICE_DATABASE_URL must be a postgres:// URL.")

const publicUrl = z
  .url({ protocol: /^https?$/, error: "SERVICE_PUBLIC_URL must be an http(s) URL." })
  .regex(/^[^?#]*[^/?#]$/, "SERVICE_PUBLIC_URL must not end in a slash or carry a query.")

const issuer = z
  .string()
  .regex(
    /^https?:\/\/[^/?#\s]+\/oidc$/,
    "SERVICE_ISSUER must be an http(s) URL that ends in /oidc.",
  )

const logLevels = ["trace", "debug", "info", "warn", "error", "silent"] as const

const settings = z.object({
  SERVICE_PORT: whole("SERVICE_PORT", 0, 65_535, 4010),
  SERVICE_DATABASE_URL: databaseUrl,
  SERVICE_RATE_LIMIT: whole("SERVICE_RATE_LIMIT", 0, 1_000_000, 100),
  SERVICE_TOKEN_TTL: whole("SERVICE_TOKEN_TTL", 1, 86_400, 3600),
  SERVICE_CURSOR_TTL: whole("SERVICE_CURSOR_TTL", 1, 604_800, 21_600),
  SERVICE_DEMO_SCALE: positive("SERVICE_DEMO_SCALE", 100, 1),
  SERVICE_DEMO_DAY: z.iso.date("SERVICE_DEMO_DAY must be a day, such as 2026-11-16.").optional(),
  SERVICE_WORKSPACE_FILE: z.string().default(".data/workspace.json"),
  SERVICE_PUBLIC_URL: publicUrl.optional(),
  SERVICE_ISSUER: issuer.optional(),
  SERVICE_LOG_LEVEL: z
    .enum(logLevels, `SERVICE_LOG_LEVEL must be one of ${logLevels.join(", ")}.`)
    .default("info"),
  GIT_COMMIT: z
    .string()
    .regex(/^(?:[\da-f]{7,64}|unknown)$/, "GIT_COMMIT must be a commit's hash, in hex digits.")
    .default("unknown"),
})

/**
 * Settings of earlier versions and their replacements. The service does not start if one is set.
 */
const removedSettings: RemovedSettings = {
  ...removedTracing,
  SERVICE_POOL_SIZE: "the service has 10 connections. Remove it.",
  SERVICE_SCOPE_PREFIX: "its scopes begin with svc.api. Remove it.",
}

/** Settings of the service. Times are in seconds, `rateLimit` in requests per minute, 0 is off. */
export interface ServiceConfig {
  /** Always a loopback address: the embedded identity must not be reachable from elsewhere. */
  readonly host: "127.0.0.1"
  /** 0 takes any free port. */
  readonly port: number
  readonly databaseUrl: string
  readonly rateLimit: number
  readonly tokenTtlSeconds: number
  readonly cursorTtlSeconds: number
  readonly demoScale: number
  /** `YYYY-MM-DD`. The demo's history ends in its week instead of today's. */
  readonly demoDay?: string
  readonly workspaceFile: string
  /**
   * The API's base URL as clients see it, without a trailing slash. By default this server's own.
   */
  readonly publicUrl?: string
  /** The embedded identity's issuer. By default at the public URL's origin. */
  readonly issuer?: string
  readonly scopePrefix: "svc.api"
  readonly logLevel: (typeof logLevels)[number]
  /** The version of the package, and the commit, `unknown` if not given. */
  readonly build: { readonly version: string; readonly commit: string }
}

/**
 * Reads the settings from environment variables, secrets also from files. Empty variables count as
 * absent. Throws `ConfigError`.
 */
export function readConfig(environment: Environment = process.env): ServiceConfig {
  const secrets = readSecretFiles(environment, secretSettings.service)
  const given = Object.entries(secrets.environment).filter(([, text]) => text !== "")
  const result = settings.safeParse(Object.fromEntries(given))
  const others = (result.error?.issues ?? []).flatMap(({ path, message }) =>
    secrets.faults.has(path.join(".")) ? [] : [message],
  )
  const removed = findRemoved(environment, removedSettings)
  const faults = [...removed, ...secrets.faults.values(), ...others]
  if (!result.success || faults.length > 0) throw new ServiceConfigError(faults.join("\n"))
  const read = result.data
  return {
    host: "127.0.0.1",
    port: read.SERVICE_PORT,
    databaseUrl: read.SERVICE_DATABASE_URL,
    rateLimit: read.SERVICE_RATE_LIMIT,
    tokenTtlSeconds: read.SERVICE_TOKEN_TTL,
    cursorTtlSeconds: read.SERVICE_CURSOR_TTL,
    demoScale: read.SERVICE_DEMO_SCALE,
    ...(read.SERVICE_DEMO_DAY !== undefined && { demoDay: read.SERVICE_DEMO_DAY }),
    workspaceFile: read.SERVICE_WORKSPACE_FILE,
    ...(read.SERVICE_PUBLIC_URL !== undefined && { publicUrl: read.SERVICE_PUBLIC_URL }),
    ...(read.SERVICE_ISSUER !== undefined && { issuer: read.SERVICE_ISSUER }),
    scopePrefix: "svc.api",
    logLevel: read.SERVICE_LOG_LEVEL,
    build: { version: manifest.version, commit: read.GIT_COMMIT },
  }
}
