import "server-only"
import type { ExportColumn, Row } from "../../catalogue"
import type { AuditFilter, StoredAuditEvent } from "../../contract"
import { csvHead, csvLines } from "../files/csv-file"
import { mediaTypes } from "../files/media-types"
import { streamParts } from "../files/stream-bytes"
import type { AuditService } from "./service"

const columnNames = [
  "at",
  "kind",
  "outcome",
  "personId",
  "person",
  "name",
  "email",
  "roles",
  "aboutId",
  "about",
  "address",
  "instance",
  "requestId",
  "details",
  "id",
]
const columns = columnNames.map((name): ExportColumn => ({ id: name, path: [[name]] }))
const options = { bom: true, separator: "," } as const
const eventsAtOnce = 500

const rowOf = ({ person, about, roles, details, ...event }: StoredAuditEvent): Row => ({
  ...event,
  personId: person?.id,
  person: person?.subject ?? undefined,
  name: person?.name ?? undefined,
  email: person?.email ?? undefined,
  aboutId: about?.id,
  about: about?.subject ?? undefined,
  roles: roles.join(" "),
  details: JSON.stringify(details),
})

async function* linesOf(audit: Pick<AuditService, "read">, filter: AuditFilter) {
  const encoder = new TextEncoder()
  yield encoder.encode(csvHead(columnNames, options))
  let before: string | undefined
  do {
    const { events, next } = await audit.read({ filter, before, limit: eventsAtOnce })
    if (events.length > 0) yield encoder.encode(csvLines(columns, events.map(rowOf), options))
    before = next ?? undefined
  } while (before !== undefined)
}

/** Streams all matching events as CSV, newest first; cells are escaped against formulas. */
export function auditFile(audit: Pick<AuditService, "read">, filter: AuditFilter): Response {
  return new Response(streamParts(linesOf(audit, filter)), {
    headers: {
      "content-type": mediaTypes.csv,
      "content-disposition": 'attachment; filename="audit.csv"',
      "cache-control": "private, no-store, no-transform",
    },
  })
}
