/** How to reach the reporting API (architecture "Contracts", `REPORTING_*`). */
export interface UpstreamConfig {
  /** The API's base address without a trailing slash: `https://host/api`. */
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** `svc.api`, or the platform's replacement for it. */
  readonly scopePrefix: string
}

/** Time limits for a call, in milliseconds, and size limit for its response. */
export interface UpstreamLimits {
  readonly headersMs: number
  readonly wholeMs: number
  readonly bodyBytes: number
}

export const defaultLimits: UpstreamLimits = {
  headersMs: 10_000,
  wholeMs: 60_000,
  bodyBytes: 10 * 1024 * 1024,
}
