import type { ListEnvelope, SingleEnvelope } from "../../catalogue"
import type { UpstreamHider } from "../reads/hide-upstream"

/** True if the response is a list, whose data is an array. */
export const isList = (envelope: ListEnvelope | SingleEnvelope): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

/** A page to send: the JSON text of its records, and the dashboard's own page URLs. */
export interface PageContent {
  readonly data: string
  readonly count: number
  readonly nextUrl?: string | undefined
  readonly previousUrl?: string | undefined
}

/** Prints a response without the platform's address. */
export function printPage(
  { data, count, nextUrl, previousUrl }: PageContent,
  upstreamHider: Pick<UpstreamHider, "hideIn">,
): string {
  const links = JSON.stringify({ nextUrl, previousUrl }).slice(1)
  const end = links === "}" ? links : `,${links}`
  return `{"count":${count},"data":${upstreamHider.hideIn(data)}${end}`
}

/** Same, for a single record as JSON text. */
export const printRecord = (data: string, upstreamHider: Pick<UpstreamHider, "hideIn">): string =>
  `{"data":${upstreamHider.hideIn(data)}}`
