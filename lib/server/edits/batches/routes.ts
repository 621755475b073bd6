import "server-only"
import { batchesContract } from "../../../contract"
import { type BoundRoute, bindRoutes } from "../../http/routes"
import type { BatchesService } from "./service"

/** Lists and creates batches; reads, stops, resumes and retries a single one. */
export const batchesRoutes = (service: BatchesService): readonly BoundRoute[] =>
  bindRoutes(batchesContract, {
    readBatches: () => service.list(),

    startBatch: ({ session, body }) => service.start(session, body),

    readBatch: ({ parameters: { id }, query: { since } }) =>
      service.read(id, since === undefined ? undefined : new Date(since)),

    changeBatch: ({ session, parameters: { id }, body }) => service.change(session, id, body),
  })
