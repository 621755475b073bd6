import type { ListEnvelope, SingleEnvelope } from "../../catalogue"
import type { UpstreamHider } from "../reads/hide-upstream"

/** True for a list answer, whose data is an array. */
export const isList = (envelope: ListEnvelope | SingleEnvelope): envelope is ListEnvelope =>
  Array.isArray(envelope.data)

/** A page as it is sent on: the JSON of its records, and the dashboard's own page URLs. */
export interface PageContent {
  readonly data: Buffer
  readonly count: number
  readonly nextUrl?: string | undefined
  readonly previousUrl?: string | undefined
}

/** An answer's bytes without the platform's address. */
export async function printPage(
  { data, count, nextUrl, previousUrl }: PageContent,
  hider: Pick<UpstreamHider, "hideIn">,
): Promise<Buffer<ArrayBuffer>> {
  const links = JSON.stringify({ nextUrl, previousUrl }).slice(1)
  const head = `{"count":${count},"data":`
  const end = links === "}" ? links : `,${links}`
  return Buffer.concat([Buffer.from(head), await hider.hideIn(data), Buffer.from(end)])
}

/** The same of one record, of which there is the JSON. */
export async function printRecord(
  data: Buffer,
  hider: Pick<UpstreamHider, "hideIn">,
): Promise<Buffer<ArrayBuffer>> {
  return Buffer.concat([Buffer.from('{"data":'), await hider.hideIn(data), Buffer.from("}")])
}
