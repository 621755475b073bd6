import type { ListEnvelope, SingleEnvelope } from "../catalogue"
import { answerHeaders } from "./answer-headers"
import type { UpstreamHider } from "./hide-upstream"

/** An answer that is ready but for its text: the platform's data and the dashboard's own page URLs. */
export interface Answer {
  readonly envelope: ListEnvelope | SingleEnvelope
  readonly nextUrl?: string | undefined
  readonly previousUrl?: string | undefined
  readonly source: "live"
  /** Milliseconds since 1970. */
  readonly asOf: number
}

/** True for a list answer, whose data is an array. */
export const isList = (envelope: ListEnvelope | SingleEnvelope): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

/** Most answers do not mention the platform; only those that do are walked through. */
function printBody(body: object, hider: UpstreamHider): string {
  const text = JSON.stringify(body)
  return hider.isMentioned(text) ? JSON.stringify(hider.hide(body)) : text
}

/** The answer as JSON, saying where the data comes from and as of when, without the platform's address. */
export function printAnswer(answer: Answer, hider: UpstreamHider, requestId: string): Response {
  const { envelope, nextUrl, previousUrl, source, asOf } = answer
  const body = isList(envelope)
    ? { count: envelope.count ?? envelope.data.length, data: envelope.data, nextUrl, previousUrl }
    : { data: envelope.data }
  return new Response(printBody(body, hider), {
    headers: {
      ...answerHeaders(requestId),
      "content-type": "application/json",
      "x-data-source": source,
      "x-data-as-of": new Date(asOf).toISOString(),
    },
  })
}
