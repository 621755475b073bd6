import "server-only"
import { type Catalogue, findOperation, type Operation, parsePathParameters } from "../../catalogue"
import { recentsContract } from "../../contract"
import { domainsOf, type Session } from "../../session"
import { requireOperation } from "../http/access"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { Recents } from "./table"

function requireRecordOperation(catalogue: Catalogue, id: string): Operation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind === "single") return operation
  throw new BffError("invalid_body", {
    errors: [{ parameter: "operation", message: "There is no such record." }],
  })
}

/** The ids in the path's order, as lowercase guids; throws `invalid_body` (400). */
function requireIds(operation: Operation, ids: readonly string[]): string[] {
  const names = Object.keys(operation.parameters)
  const raw = Object.fromEntries(names.map((name, index) => [name, ids[index]]))
  const parsed = parsePathParameters(operation, raw)
  if (parsed.ok && ids.length === names.length) return Object.values(parsed.parameters)
  const errors = parsed.ok
    ? [{ parameter: "ids", message: `There must be ${names.length} ids.` }]
    : parsed.problems
  throw new BffError("invalid_body", { errors })
}

const mayRead = (catalogue: Catalogue, { roles }: Session, id: string) => {
  const operation = findOperation(catalogue, id)
  return operation !== undefined && domainsOf(roles).has(operation.domain)
}

/** The records that the person opened most recently and may still read, newest first. */
export const recentsRoutes = (catalogue: Catalogue, recents: Recents): readonly BoundRoute[] =>
  bindRoutes(recentsContract, {
    async readRecents({ session }) {
      const opened = await recents.read(session.sub)
      return { recents: opened.filter(({ operation }) => mayRead(catalogue, session, operation)) }
    },

    async rememberRecent({ session, body: { operation: id, ids, name = null } }) {
      const operation = requireRecordOperation(catalogue, id)
      requireOperation(session, operation)
      await recents.remember(session.sub, {
        operation: operation.id,
        ids: requireIds(operation, ids),
        name,
      })
      return undefined
    },
  })
