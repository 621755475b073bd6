import "server-only"
import { batchesContract } from "../../../contract"
import { type BoundRoute, bindRoutes } from "../../http/routes"
import type { BatchesService } from "./service"

/** The newest batches and a new one; one batch with each department's part, stopped, gone on with or tried again. */
export const batchesRoutes = (service: BatchesService): readonly BoundRoute[] =>
  bindRoutes(batchesContract, {
    readBatches: () => service.list(),

    startBatch: ({ session, body }) => service.start(session, body),

    readBatch: ({ parameters: { id }, query: { since } }) =>
      service.read(id, since === undefined ? undefined : new Date(since)),

    changeBatch: ({ session, parameters: { id }, body }) => service.change(session, id, body),
  })
