import type { Row } from "@/lib/catalogue"
import { type AnswerParts, ApiProblem, readProblem } from "./api-problem"
import { listOf, maybe, nullable, object, type Shape, shape, text } from "./shape"
import { shownIn } from "./shown-people"

const sources = ["live", "cache", "replica"] as const

/** Where an answer comes from (architecture "A report page" 5). */
export type DataSource = (typeof sources)[number]

interface Origin {
  readonly source: DataSource
  /** ISO time of the data; absent where the answer does not say. */
  readonly asOf?: string
}

/** One page of a list. `nextUrl` and `previousUrl` are the dashboard's own, relative, and followed as given. */
export interface Page extends Origin {
  readonly rows: readonly Row[]
  readonly nextUrl?: string
  readonly previousUrl?: string
  /** Sealed: whom it shows, where their names are told for that alone. */
  readonly shown?: string
}

export interface RecordAnswer extends Origin {
  readonly record: Row
}

const listShape = shape({
  data: listOf(object),
  nextUrl: maybe(nullable(text)),
  previousUrl: maybe(nullable(text)),
})
const singleShape = shape({ data: object })

function originOf(headers: Headers): Origin {
  const named = headers.get("x-data-source")
  const asOf = headers.get("x-data-as-of")
  return {
    source: sources.find((source) => source === named) ?? "live",
    ...(asOf && { asOf }),
  }
}

/** An answer of status 200 by its shape, or a schema of zod; throws `ApiProblem`. */
export async function readBody<T>(answer: AnswerParts, schema: Shape<T>): Promise<T> {
  if (answer.status !== 200) throw new ApiProblem(await readProblem(answer))
  const parsed = schema.safeParse(await answer.json().catch(() => undefined))
  if (parsed.success) return parsed.data
  const requestId = answer.headers.get("x-request-id")
  throw new ApiProblem({
    status: answer.status,
    code: "unreadable_answer",
    title: "",
    detail: "",
    ...(requestId && { requestId }),
  })
}

/** Reads a list answer; throws `ApiProblem`. Browser and server use it alike. */
export async function readPage(answer: AnswerParts): Promise<Page> {
  const { data, nextUrl, previousUrl } = await readBody(answer, listShape)
  const shown = shownIn(answer)
  return {
    rows: data,
    ...(shown && { shown }),
    ...(nextUrl && { nextUrl }),
    ...(previousUrl && { previousUrl }),
    ...originOf(answer.headers),
  }
}

/** Reads a single-record answer; throws `ApiProblem`. */
export async function readRecord(answer: AnswerParts): Promise<RecordAnswer> {
  const { data } = await readBody(answer, singleShape)
  return { record: data, ...originOf(answer.headers) }
}
