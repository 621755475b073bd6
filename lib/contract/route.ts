import { z } from "zod"
import { type Domain, parseGuid } from "../catalogue"
import type { ProblemCode } from "./problems"

/**
 * Who may call a route: everybody, everybody signed in, readers of a domain, or administrators,
 * named by what they change.
 */
export type Permission = "public" | "signed-in" | `${Domain}:read` | `${string}:write`

/** Whose platform records a route's response contains: nobody's, or all. */
export type RouteScope = "none" | "all"

/** Limits on a body. The cost of parsing depends on its structure, not only on its size. */
export interface BodyLimit {
  readonly bytes: number
  /** Maximum number of commas and opening brackets. */
  readonly values?: number
}

/** Default limit of a body, in bytes. */
export const defaultBodyBytes = 64 * 1024

/**
 * A response with a status other than 200 or 204: its meaning, and which of the route's content it
 * has.
 */
export interface OtherAnswer {
  readonly meaning: string
  readonly holds: "answer" | "files" | "nothing"
}

/**
 * A route of the dashboard's own API, declared once. Validation, documentation, client, limits and
 * tests derive from it.
 */
export interface Route {
  /** Its name in the log and in the documentation: `read-views`. */
  readonly name: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** `/api/views/{view}`. */
  readonly path: `/${string}`
  /** Worded as a task: "Read a report's saved views". */
  readonly summary: string
  readonly permission: Permission
  readonly scope: RouteScope
  /** Path parameters. If invalid, `invalid_path` (400). */
  readonly parameters?: z.ZodObject
  /** Query parameters, each at most once. If invalid, `invalid_query` (400). */
  readonly query?: z.ZodObject
  /** Same, if a grammar of the catalogue parses the query. Documented here, validated there. */
  readonly grammar?: z.ZodObject
  /** Additional headers by lower-case name. If invalid, `invalid_body` (400). */
  readonly headers?: z.ZodObject
  /** The JSON body, 64 KiB by default. If invalid, `invalid_body` (400). */
  readonly body?: z.ZodType
  /** The body as a file that is streamed. */
  readonly upload?: string
  readonly limit?: BodyLimit
  /** The JSON response. Null for 204, optional if it may be empty. */
  readonly answer: z.ZodType | null
  /** Media types of alternative responses, as files or streams. */
  readonly files?: readonly string[]
  /** The JSON is a named file, and the handler returns a `Response`. */
  readonly isDownload?: true
  /** Further responses by status. A redirect (302) replaces the usual one. */
  readonly otherwise?: Readonly<Partial<Record<206 | 302 | 416 | 503, OtherAnswer>>>
  /** Errors in addition to those of every route. */
  readonly problems: readonly ProblemCode[]
  /** Polled by pages without user activity, so it does not extend an idle session. */
  readonly isIdle?: true
}

/** Errors of every route that needs a session. */
export const commonProblems: readonly ProblemCode[] = [
  "unauthenticated",
  "forbidden",
  "cross_site",
  "unsupported_media_type",
  "method_not_allowed",
  "invalid_path",
  "invalid_query",
  "invalid_body",
  "body_too_large",
  "shared_state_unavailable",
  "starting",
  "internal",
]

/** Declares a route, preserving its literal types. */
export const defineRoute = <const R extends Route>(route: R): R => route

/** The same type, deeply read-only. */
export type Immutable<T> = T extends object ? { readonly [Name in keyof T]: Immutable<T[Name]> } : T

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Given<Schema> = Schema extends z.ZodType ? Immutable<z.input<Schema>> : undefined

/** The parsed path, query and body passed to a route's handler. */
export interface ParsedParts<R extends Route> {
  readonly parameters: Parsed<R["parameters"]>
  readonly query: Parsed<R["query"]>
  readonly headers: Parsed<R["headers"]>
  readonly body: Parsed<R["body"]>
}

/** The path, query and body that a client passes. */
export interface GivenParts<R extends Route> {
  readonly parameters: Given<R["parameters"]>
  readonly query: R extends { grammar: z.ZodObject } ? URLSearchParams : Given<R["query"]>
  readonly headers: Given<R["headers"]>
  readonly body: Immutable<Given<R["body"]>>
}

/** A route's JSON response. Undefined if it has none. */
export type AnswerOf<R extends Route> = R["answer"] extends z.ZodType
  ? Immutable<z.output<R["answer"]>>
  : undefined

const nobodys = "00000000-0000-0000-0000-000000000000"

/** An id in a path, in lower case. Anything but a guid matches nothing. */
export const pathId = z
  .string()
  .transform((text) => parseGuid(text) ?? nobodys)
  .meta({ format: "uuid" })
