import "server-only"
import { createLogNames } from "../audit/log-names"
import { recordRefusals } from "../audit/record-refusals"
import { auditRoutes } from "../audit/routes"
import { createAudit } from "../audit/service"
import { createAuditTable } from "../audit/table"
import { instanceName } from "../http/instance-name"
import type { Base } from "./base"

export function openAudit({ config, pool, log }: Base) {
  const nameOf = createLogNames(config.session.secret)
  const table = createAuditTable({ pool })
  const audit = createAudit({ table, instance: instanceName, nameOf, log })
  return {
    audit,
    refusals: recordRefusals(audit, nameOf),
    routes: auditRoutes(audit),
    close: () => audit.stop(),
  }
}
