import "server-only"
import { auditContract } from "../../contract"
import { readCaller } from "../http/caller-address"
import { type BoundRoute, bindRoutes } from "../http/routes"
import { auditFile } from "./audit-file"
import type { AuditService } from "./service"

/**
 * The audit log and its download. A download is itself an audited event and appears in the file.
 */
export const auditRoutes = (audit: Pick<AuditService, "read" | "require">): readonly BoundRoute[] =>
  bindRoutes(auditContract, {
    readAudit: ({ query: { before, limit, ...filter } }) => audit.read({ filter, before, limit }),

    async exportAudit({ session, requestId, request, query }) {
      const address = readCaller(request.headers)
      await audit.require({ kind: "audit_exported", details: {}, session, requestId, address })
      return auditFile(audit, query)
    },
  })
