import type { Row } from "@/lib/catalogue"
import { sendFromPage } from "./api"
import { ApiProblem, isObject, type ProblemParts, readProblem, unreadable } from "./api-problem"

const sources = ["live", "cache", "replica"] as const

/** Where an answer comes from (architecture "A report page" 5). */
export type DataSource = (typeof sources)[number]

interface Origin {
  readonly source: DataSource
  /** ISO time of the data; absent if the response lacks it. */
  readonly asOf?: string
}

/**
 * One page of a list. `nextUrl` and `previousUrl` are relative URLs of the dashboard, to follow
 * unchanged.
 */
export interface PageAnswer extends Origin {
  readonly rows: readonly Row[]
  readonly nextUrl?: string
  readonly previousUrl?: string
}

export interface RecordAnswer extends Origin {
  readonly record: Row
}

function originOf(headers: Headers): Origin {
  const named = headers.get("x-data-source")
  const asOf = headers.get("x-data-as-of")
  return {
    source: sources.find((source) => source === named) ?? "live",
    ...(asOf && { asOf }),
  }
}

/**
 * The `data` of a 200 response and its page links; throws `ApiProblem`, also if an intermediary
 * responded instead.
 */
async function readEnvelope(answer: ProblemParts): Promise<Readonly<Record<string, unknown>>> {
  if (answer.status !== 200) throw new ApiProblem(await readProblem(answer))
  const json: unknown = await answer.json().catch(() => undefined)
  if (isObject(json) && isObject(json["data"])) return json
  throw unreadable(answer)
}

const urlOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined)

/** Reads a list response; throws `ApiProblem`. Shared by browser and server. */
export async function readPage(answer: ProblemParts): Promise<PageAnswer> {
  const { data, ...links } = await readEnvelope(answer)
  if (!Array.isArray(data) || !data.every(isObject)) throw unreadable(answer)
  const [nextUrl, previousUrl] = [urlOf(links["nextUrl"]), urlOf(links["previousUrl"])]
  return {
    rows: data,
    ...(nextUrl && { nextUrl }),
    ...(previousUrl && { previousUrl }),
    ...originOf(answer.headers),
  }
}

/** Reads a single-record response; throws `ApiProblem`. */
export async function readRecord(answer: ProblemParts): Promise<RecordAnswer> {
  const { data } = await readEnvelope(answer)
  if (!isObject(data) || Array.isArray(data)) throw unreadable(answer)
  return { record: data, ...originOf(answer.headers) }
}

export interface FetchOptions {
  readonly signal?: AbortSignal
  /** Bypasses the dashboard's cache. */
  readonly fresh?: boolean
}

/** Names are sorted by the page's language. */
const pageLanguage = () =>
  typeof document === "undefined" ? {} : { "accept-language": document.documentElement.lang }

/**
 * One page of a list by its `/api/…` URL, possibly from the browser's cache; throws `ApiProblem`.
 */
export async function fetchPage(
  url: string,
  { signal, fresh }: FetchOptions = {},
): Promise<PageAnswer> {
  if (!/^\/api\/(?!\/)/.test(url)) throw new TypeError("The fetcher reads own /api paths only.")
  const answer = await sendFromPage(url, {
    method: "GET",
    headers: {
      accept: "application/json",
      ...pageLanguage(),
      ...(fresh && { "cache-control": "no-cache" }),
    },
    cache: fresh ? "no-store" : "default",
    ...(signal && { signal }),
  })
  return readPage(answer)
}
