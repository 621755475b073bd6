import "server-only"
import { z } from "zod"
import {
  type Catalogue,
  findOperation,
  type Operation,
  parsePathParameters,
  valueTypes,
} from "../../catalogue"
import { domainsOf, type Session } from "../../session"
import type { Recents } from "../../store"
import { requirePermission } from "../check-access"
import type { OwnRoutes } from "../own-routes"
import { BffError } from "../problem"
import { requireBody } from "../require-body"

const openedSchema = z.strictObject({
  operation: z.string().max(100),
  ids: z.array(z.string().max(100)).max(10),
  name: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((text) => valueTypes.string.parse(text) !== undefined)
    .nullable()
    .optional(),
})

function requireRecordOperation(catalogue: Catalogue, id: string): Operation {
  const operation = findOperation(catalogue, id)
  if (operation?.kind === "single") return operation
  throw new BffError("invalid_body", {
    errors: [{ parameter: "operation", message: "There is no such record." }],
  })
}

/** The ids in the path's order, as guids in lower case; throws `invalid_body` (400). */
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

/** The records that the person who asks opened last, those that they may still read, newest first. */
export const recentsRoutes = (catalogue: Catalogue, recents: Recents): OwnRoutes => [
  {
    name: "read-recents",
    method: "GET",
    permit: () => {},
    async answer(session) {
      const opened = await recents.read(session.sub)
      return { recents: opened.filter(({ operation }) => mayRead(catalogue, session, operation)) }
    },
  },
  {
    name: "remember-recent",
    method: "POST",
    permit: () => {},
    async answer(session, request) {
      const { operation: id, ids, name = null } = await requireBody(request, openedSchema)
      const operation = requireRecordOperation(catalogue, id)
      requirePermission(session, operation)
      await recents.remember(session.sub, {
        operation: operation.id,
        ids: requireIds(operation, ids),
        name,
      })
      return undefined
    },
  },
]
