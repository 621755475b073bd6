import "server-only"
import { batchesContract } from "../../../contract"
import { type BoundRoute, bindRoutes } from "../../http/routes"
import type { BatchesDesk } from "./service"

/** The newest batches and a new one; one batch with each department's part, stopped, gone on with or tried again. */
export const batchesRoutes = (desk: BatchesDesk): readonly BoundRoute[] =>
  bindRoutes(batchesContract, {
    readBatches: () => desk.list(),

    startBatch: ({ session, body }) => desk.start(session, body),

    readBatch: ({ parameters: { id }, query: { since } }) =>
      desk.read(id, since === undefined ? undefined : new Date(since)),

    changeBatch: ({ session, parameters: { id }, body }) => desk.change(session, id, body),
  })
