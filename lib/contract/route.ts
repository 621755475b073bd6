import { z } from "zod"
import { type Domain, parseGuid } from "../catalogue"
import type { ProblemCode } from "./problems"

/** Who may ask a route: everybody, everybody who is signed in, readers of a domain, or administrators under the name of what they change. */
export type Permission = "public" | "signed-in" | `${Domain}:read` | `${string}:write`

/** Whose records of the platform a route's answer is made of: nobody's, or all of them. */
export type RouteScope = "none" | "all"

/** How much of a body is read: parsing costs by what it holds, not only by its bytes. */
export interface BodyLimit {
  readonly bytes: number
  /** Commas and openings of lists and objects, at most. */
  readonly values?: number
}

/** The most bytes of a body, where nothing else is said. */
export const defaultBodyBytes = 64 * 1024

/** An answer under another status than 200 or 204: what it means, and what of the route's stands in it. */
export interface OtherAnswer {
  readonly meaning: string
  readonly holds: "answer" | "files" | "nothing"
}

/** A route of our own API, declared once: validation, documentation, client, limits and tests are made of it. */
export interface Route {
  /** Its name in the log and in the documentation: `read-views`. */
  readonly name: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** `/api/views/{view}`. */
  readonly path: `/${string}`
  /** As a task: "Read a report's saved views". */
  readonly summary: string
  readonly permission: Permission
  readonly scope: RouteScope
  /** What stands in its path; where that is none, `invalid_path` (400). */
  readonly parameters?: z.ZodObject
  /** What its query takes, each once; all else is `invalid_query` (400). */
  readonly query?: z.ZodObject
  /** The same where the route reads its query by a grammar of the catalogue's: told here, checked there. */
  readonly grammar?: z.ZodObject
  /** What its headers say beside, by their names in lower case; all else is `invalid_body` (400). */
  readonly headers?: z.ZodObject
  /** Its body as JSON, 64 KiB unless told otherwise; all else is `invalid_body` (400). */
  readonly body?: z.ZodType
  /** Its body as a file that is read as it comes. */
  readonly upload?: string
  readonly limit?: BodyLimit
  /** What it answers as JSON; null for 204, an empty answer, optional where it may be one. */
  readonly answer: z.ZodType | null
  /** Media types that it may answer instead, as files or streams. */
  readonly files?: readonly string[]
  /** Its JSON is a file of a name: the handler gives a `Response`. */
  readonly isDownload?: true
  /** What it may answer beside, by status; a redirect (302) instead. */
  readonly otherwise?: Readonly<Partial<Record<206 | 302 | 416 | 503, OtherAnswer>>>
  /** What it may refuse beside what every route does. */
  readonly problems: readonly ProblemCode[]
  /** Asked by pages that nobody touches: it does not put the idle end of a session off. */
  readonly isIdle?: true
}

/** What every route may refuse that needs a session. */
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

/** Declares a route, with its types as they are written. */
export const defineRoute = <const R extends Route>(route: R): R => route

/** The same value, read only all the way down. */
export type Immutable<T> = T extends object ? { readonly [Name in keyof T]: Immutable<T[Name]> } : T

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type Given<Schema> = Schema extends z.ZodType ? Immutable<z.input<Schema>> : undefined

/** What a route's handler is given of its path, its query and its body. */
export interface ParsedParts<R extends Route> {
  readonly parameters: Parsed<R["parameters"]>
  readonly query: Parsed<R["query"]>
  readonly headers: Parsed<R["headers"]>
  readonly body: Parsed<R["body"]>
}

/** What a client gives for them. */
export interface GivenParts<R extends Route> {
  readonly parameters: Given<R["parameters"]>
  readonly query: R extends { grammar: z.ZodObject } ? URLSearchParams : Given<R["query"]>
  readonly headers: Given<R["headers"]>
  readonly body: Immutable<Given<R["body"]>>
}

/** What a route answers as JSON; undefined where that is nothing. */
export type AnswerOf<R extends Route> = R["answer"] extends z.ZodType
  ? Immutable<z.output<R["answer"]>>
  : undefined

const nobodys = "00000000-0000-0000-0000-000000000000"

/** An id in a path, in lower case; what is no guid is the id of nothing. */
export const pathId = z
  .string()
  .transform((text) => parseGuid(text) ?? nobodys)
  .meta({ format: "uuid" })
