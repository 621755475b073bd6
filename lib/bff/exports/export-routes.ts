import "server-only"
import { z } from "zod"
import { type Catalogue, findOperation, parseGuid } from "../../catalogue"
import { requirePermission } from "../check-access"
import type { OwnRoute, OwnRoutes } from "../own-routes"
import { BffError } from "../problem"
import type { QuotaFeed } from "../quota-feed"
import { requireBody } from "../require-body"
import { estimateExport } from "./estimate-export"
import { orderSchema } from "./export-order"
import type { ExportsDesk } from "./exports-desk"

/** Everybody who is signed in may ask: exports are the person's own, and the desk looks at the rows' domain. */
const permit = () => {}

const changeSchema = z.strictObject({ state: z.enum(["paused", "running", "cancelled"]) })
const estimateSchema = z.object({
  operation: z.string().max(100),
  rows: z.coerce.number().int().min(0).max(1e12),
  all: z.enum(["true", "false"]).transform((text) => text === "true"),
})

/** No export's. */
const nobodys = "00000000-0000-0000-0000-000000000000"
const readId = (id: string) => parseGuid(id) ?? nobodys

/** A person's exports, and starting one. */
export const exportsRoutes = (desk: ExportsDesk): OwnRoutes => [
  { name: "read-exports", method: "GET", permit, answer: (session) => desk.list(session) },
  {
    name: "start-export",
    method: "POST",
    permit,
    answer: async (session, request) =>
      desk.start(session, await requireBody(request, orderSchema)),
  },
]

/** One export: how far it is, pausing, going on, cancelling, removing. */
export const exportRoutes = (desk: ExportsDesk, id: string): OwnRoutes => [
  {
    name: "read-export",
    method: "GET",
    permit,
    answer: (session) => desk.find(session, readId(id)),
  },
  {
    name: "change-export",
    method: "PATCH",
    permit,
    async answer(session, request) {
      const { state } = await requireBody(request, changeSchema)
      return desk.change(session, readId(id), state)
    },
  },
  {
    name: "remove-export",
    method: "DELETE",
    permit,
    answer: (session) => desk.remove(session, readId(id)),
  },
]

/** The file, and what it holds. */
export const exportFileRoute = (desk: ExportsDesk, id: string): OwnRoute => ({
  name: "read-export-file",
  method: "GET",
  permit,
  answer: (session, request) => desk.readFile(session, readId(id), request),
})

export const exportManifestRoute = (desk: ExportsDesk, id: string): OwnRoute => ({
  name: "read-export-manifest",
  method: "GET",
  permit,
  answer: (session, { signal }) => desk.readManifest(session, readId(id), signal),
})

/** What an export of so many known rows would cost: `?operation=departments&rows=400&all=false`. */
export const exportEstimateRoute = (
  catalogue: Catalogue,
  feed: Pick<QuotaFeed, "read">,
): OwnRoute => ({
  name: "estimate-export",
  method: "GET",
  permit,
  takes: Object.keys(estimateSchema.shape),
  async answer(session, _request, search) {
    const asked = estimateSchema.safeParse(Object.fromEntries(search))
    const operation = asked.success ? findOperation(catalogue, asked.data.operation) : undefined
    if (!asked.success || operation?.kind !== "list") throw new BffError("invalid_query")
    requirePermission(session, operation)
    const { rows, all: isAll } = asked.data
    const rowsPerCall = operation.limit.maximum
    return estimateExport({ rows, isAll, rowsPerCall, quota: await feed.read() })
  },
})
