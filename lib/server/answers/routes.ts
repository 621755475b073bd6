import "server-only"
import {
  type Catalogue,
  defaultSummaryQuery,
  drillSummary,
  type Filter,
  isFollow,
  type ListOperation,
  parseListQuery,
  parseSummaryQuery,
  type RowScope,
  type SummaryQuery,
  wholeLists,
} from "../../catalogue"
import {
  answersContract,
  type SeriesFormat,
  type SummarizedAnswers,
  seriesFormats,
} from "../../contract"
import { domainsOf, knowsNames, rowScopeOf, type Session } from "../../session"
import { requireOperation } from "../http/access"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { ExpensiveWork } from "../http/slots"
import type { SmallGroupsGuard } from "../kpis/small-groups-guard"
import type { WholeLists } from "../reads/whole-source"
import { summaryFile, summaryIds } from "./summary-file"

export interface AnswersRoutesParts {
  readonly catalogue: Catalogue
  readonly wholes: WholeLists
  readonly guard: Pick<SmallGroupsGuard, "require">
  readonly slots: Pick<ExpensiveWork, "queries">
  /** Looks up the known names of ids, for files. */
  readonly findNames: (
    wanted: ReturnType<typeof summaryIds>,
    sight: { readonly scope: RowScope; readonly seesAllNames: boolean },
  ) => Promise<Readonly<Record<string, string>>>
}

/** The filters of a question without pages; throws `invalid_query` with every problem. */
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

function requireSummaryQuery(operation: ListOperation, search: URLSearchParams): SummaryQuery {
  const parsed = parseSummaryQuery(operation, search)
  if (parsed.ok) return parsed.query
  throw new BffError("invalid_query", { errors: parsed.problems })
}

/** Removes the format from a question's parameters and returns it. */
function takeFormat(search: URLSearchParams): SeriesFormat {
  const [text, ...others] = search.getAll("format")
  const format = others.length === 0 ? seriesFormats.find((each) => each === text) : undefined
  if (!format) {
    const message = `format must be one of ${seriesFormats.join(", ")}.`
    throw new BffError("invalid_query", { errors: [{ parameter: "format", message }] })
  }
  search.delete("format")
  return format
}

/** Answers over all copied records; each requires the domain of its list. */
export function answersRoutes(parts: AnswersRoutesParts): readonly BoundRoute[] {
  const { wholes, guard, slots } = parts
  const lists = new Map(wholeLists(parts.catalogue).map((list) => [list.wholeOf, list]))

  function requireList(session: Session, id: string): ListOperation {
    const operation = lists.get(id)
    if (!operation) throw new BffError("unknown_path")
    requireOperation(session, operation)
    return operation
  }

  /**
   * Every answer passes the small-groups guard, requires a copy, and takes one of the person's
   * slots.
   */
  async function readCopies<T>(
    session: Session,
    operation: ListOperation,
    signal: AbortSignal,
    { work, query }: { work: () => Promise<T>; query: SummaryQuery },
  ) {
    await guard.require(session, operation, {})
    const { coverage, asOf } = await wholes.coverages.require(operation, query)
    const result = await slots.queries.run(session.sub, work, signal)
    return { result, coverage, asOf: new Date(asOf).toISOString() }
  }

  async function summarize(
    session: Session,
    { operation, query }: { operation: ListOperation; query: SummaryQuery },
    signal: AbortSignal,
  ): Promise<SummarizedAnswers> {
    const scope = rowScopeOf(session)
    const { result, ...known } = await readCopies(session, operation, signal, {
      query,
      work: () => wholes.summarize(operation, query, scope),
    })
    const summary = drillSummary(operation, query, result)
    return { ...summary, ...known }
  }

  return bindRoutes(answersContract, {
    async readCopiedLists({ session }) {
      const mayRead = domainsOf(session.roles)
      const readable = [...lists.values()].filter(({ domain }) => mayRead.has(domain))
      const found = readable.map(async (operation) => {
        const { coverage, asOf } = await wholes.coverages.read(operation)
        return {
          list: operation.wholeOf ?? operation.id,
          asOf: asOf === null ? null : new Date(asOf).toISOString(),
          coverage,
        }
      })
      return { lists: await Promise.all(found) }
    },

    async countAnswers({ session, parameters: { list }, search, signal }) {
      const operation = requireList(session, list)
      const filters = requireFilters(operation, search)
      const scope = rowScopeOf(session)
      const { result: count, ...known } = await readCopies(session, operation, signal, {
        query: { ...defaultSummaryQuery, filters },
        work: () => wholes.count(operation, filters, scope),
      })
      return { count, ...known }
    },

    async summarizeAnswers({ session, parameters: { list }, search, signal }) {
      const operation = requireList(session, list)
      const query = requireSummaryQuery(operation, search)
      return summarize(session, { operation, query }, signal)
    },

    async downloadSummary({ session, parameters: { list }, search, signal }) {
      const operation = requireList(session, list)
      const format = takeFormat(search)
      const query = requireSummaryQuery(operation, search)
      const answer = await summarize(session, { operation, query }, signal)
      const wanted = summaryIds(operation, answer.groups)
      const names = await parts.findNames(wanted, {
        scope: rowScopeOf(session),
        seesAllNames: knowsNames(session.roles),
      })
      return summaryFile(answer, names, { operation, query, format })
    },
  })
}
