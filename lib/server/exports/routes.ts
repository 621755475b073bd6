import "server-only"
import { type Catalogue, findList } from "../../catalogue"
import { exportsContract } from "../../contract"
import { requireOperation } from "../http/access"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import { estimateExport } from "../platform/estimate-export"
import type { QuotaFeed } from "../quota/quota-feed"
import type { ExportsService } from "./service"

export interface ExportsRoutesParts {
  readonly catalogue: Catalogue
  readonly service: ExportsService
  readonly feed: Pick<QuotaFeed, "read">
}

/** A person's exports: any signed-in person may call these; the service checks the rows' domain. */
export function exportsRoutes({
  catalogue,
  service,
  feed,
}: ExportsRoutesParts): readonly BoundRoute[] {
  return bindRoutes(exportsContract, {
    readExports: ({ session }) => service.list(session),
    startExport: ({ session, body }) => service.start(session, body),
    readExport: ({ session, parameters }) => service.find(session, parameters.id),

    changeExport: ({ session, parameters, body }) =>
      service.change(session, parameters.id, body.state),

    removeExport: ({ session, parameters }) => service.remove(session, parameters.id),

    readExportFile: ({ session, parameters, request }) =>
      service.readFile(session, parameters.id, request),

    readExportManifest: ({ session, parameters, signal }) =>
      service.readManifest(session, parameters.id, signal),

    async estimateExport({ session, query: { operation: id, rows, all: isAll } }) {
      const operation = findList(catalogue, id)
      if (!operation) throw new BffError("invalid_query")
      requireOperation(session, operation)
      const rowsPerCall = operation.limit.maximum
      if (operation.wholeOf !== undefined)
        return { rowsPerCall, calls: 0, isAtLeast: !isAll, minutes: 0, callsPerMinute: null }
      return estimateExport({ rows, isAll, rowsPerCall, quota: await feed.read() })
    },
  })
}
