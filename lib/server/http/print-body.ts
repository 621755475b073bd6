import type { ListEnvelope, SingleEnvelope } from "../../catalogue"
import type { UpstreamHider } from "../reads/hide-upstream"

/** What an answer says: the platform's data and the dashboard's own page URLs. */
export interface AnswerContent {
  readonly envelope: ListEnvelope | SingleEnvelope
  readonly nextUrl?: string | undefined
  readonly previousUrl?: string | undefined
}

/** True for a list answer, whose data is an array. */
export const isList = (envelope: ListEnvelope | SingleEnvelope): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

/** The content as JSON without the platform's address; most do not mention it, and only those that do are walked through. */
export function printBody(content: AnswerContent, hider: UpstreamHider): string {
  const { envelope, nextUrl, previousUrl } = content
  const body = isList(envelope)
    ? { count: envelope.count ?? envelope.data.length, data: envelope.data, nextUrl, previousUrl }
    : { data: envelope.data }
  const text = JSON.stringify(body)
  return hider.isMentioned(text) ? JSON.stringify(hider.hide(body)) : text
}

/** A page of a copy: the text of its records, and the dashboard's own page URLs. */
export interface CopiedPage {
  readonly json: string
  readonly count: number
  readonly nextUrl?: string | undefined
  readonly previousUrl?: string | undefined
}

/** The same of a page whose records are JSON text already. */
export function printPage({ json, count, ...urls }: CopiedPage, hider: UpstreamHider): string {
  const { nextUrl, previousUrl } = urls
  const text = JSON.stringify({ count, data: [], nextUrl, previousUrl })
  const whole = text.replace('"data":[]', () => `"data":${json}`)
  return hider.isMentioned(whole) ? JSON.stringify(hider.hide(JSON.parse(whole))) : whole
}
