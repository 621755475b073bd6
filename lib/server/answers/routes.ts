import "server-only"
import {
  type Catalogue,
  type Filter,
  isFollow,
  type ListOperation,
  parseListQuery,
  wholeLists,
} from "../../catalogue"
import { answersContract } from "../../contract"
import { rowScopeOf, type Session } from "../../session"
import { requireOperation } from "../http/access"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { ExpensiveWork } from "../http/slots"
import type { SmallGroupsGuard } from "../kpis/small-groups-guard"
import type { WholeLists } from "../reads/whole-source"

export interface AnswersRoutesParts {
  readonly catalogue: Catalogue
  readonly wholes: WholeLists
  readonly guard: Pick<SmallGroupsGuard, "require">
  readonly slots: Pick<ExpensiveWork, "queries">
}

/** The filters of a question that has no pages; throws `invalid_query`, naming what is wrong. */
function requireFilters(operation: ListOperation, search: URLSearchParams): readonly Filter[] {
  const parsed = parseListQuery(operation, search)
  if (!parsed.ok) throw new BffError("invalid_query", { errors: parsed.problems })
  const { query } = parsed
  if (isFollow(query) || (query.limit ?? query.offset) !== undefined || query.sort.length > 0)
    throw new BffError("invalid_query", {
      errors: [{ parameter: "limit", message: "A total has filters alone: no order, no pages." }],
    })
  return query.filters
}

/** Answers over everything that is copied; each is its list's domain's. */
export function answersRoutes(parts: AnswersRoutesParts): readonly BoundRoute[] {
  const { wholes, guard, slots } = parts
  const lists = new Map(wholeLists(parts.catalogue).map((list) => [list.wholeOf, list]))

  function requireList(session: Session, id: string): ListOperation {
    const operation = lists.get(id)
    if (!operation) throw new BffError("unknown_path")
    requireOperation(session, operation)
    return operation
  }

  return bindRoutes(answersContract, {
    async countAnswers({ session, parameters: { list }, search, signal }) {
      const operation = requireList(session, list)
      const filters = requireFilters(operation, search)
      await guard.require(session, operation, {})
      const { coverage, asOf } = await wholes.requireCopies(operation)
      const scope = rowScopeOf(session)
      const count = await slots.queries.run(
        session.sub,
        () => wholes.count(operation, filters, scope),
        signal,
      )
      return { count, asOf: new Date(asOf).toISOString(), coverage }
    },
  })
}
