import "server-only"
import { parseDateTime, parseGuid } from "../../catalogue"
import type { Session } from "../../session"
import { requireUsers } from "../names/user-names-routes"
import type { OwnRoutes } from "../own-routes"
import { BffError } from "../problem"
import { requireAdministrator } from "../require-administrator"
import { requireBody } from "../require-body"
import { batchChangeSchema, batchLimits, batchOrderSchema } from "./batch-order"
import type { BatchesDesk } from "./batches-desk"

const permitWrite = (session: Session) => requireAdministrator(session, "users:write")

/** No batch's. */
const nobodys = "00000000-0000-0000-0000-000000000000"
const readId = (id: string) => parseGuid(id) ?? nobodys

/** The moment of `?since=…`; throws `invalid_query` (400) where it is none. */
function readSince(search: URLSearchParams): Date | undefined {
  const text = search.get("since")
  if (text === null) return undefined
  const since = parseDateTime(text)
  if (since !== undefined) return new Date(since)
  const message = "since must be a date-time of ISO 8601."
  throw new BffError("invalid_query", { errors: [{ parameter: "since", message }] })
}

/** GET the newest batches, for whoever may read about users; POST a new one, for administrators. */
export const batchesRoutes = (desk: BatchesDesk): OwnRoutes => [
  {
    name: "read-batches",
    method: "GET",
    showsPeople: true,
    permit: requireUsers,
    answer: () => desk.list(),
  },
  {
    name: "start-batch",
    method: "POST",
    permit: permitWrite,
    answer: async (session, request) =>
      desk.start(session, await requireBody(request, batchOrderSchema, batchLimits)),
  },
]

/** GET one batch with each department's part, or those changed since the last answer's mark; PATCH stops it, goes on with it or tries some again. */
export const batchRoutes = (desk: BatchesDesk, id: string): OwnRoutes => [
  {
    name: "read-batch",
    method: "GET",
    showsPeople: true,
    permit: requireUsers,
    takes: ["since"],
    answer: (_session, _request, search) => desk.read(readId(id), readSince(search)),
  },
  {
    name: "change-batch",
    method: "PATCH",
    permit: permitWrite,
    answer: async (session, request) =>
      desk.change(session, readId(id), await requireBody(request, batchChangeSchema, batchLimits)),
  },
]
