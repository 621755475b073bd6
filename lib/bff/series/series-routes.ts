import "server-only"
import { z } from "zod"
import {
  cellParameters,
  type ListOperation,
  parseCell,
  parseGuid,
  parseSeriesQuestion,
  printSeriesQuestion,
  type SeriesQuestion,
  type SeriesRow,
} from "../../catalogue"
import type { Session } from "../../session"
import { requirePermission } from "../check-access"
import type { OwnRoute, OwnRoutes } from "../own-routes"
import { BffError } from "../problem"
import { requireAdministrator } from "../require-administrator"
import { requireBody } from "../require-body"
import type { ExpensiveWork } from "../turns"
import { answerRows, findRows, requireTellable } from "./answer-rows"
import { answerSeries, type SeriesParts } from "./answer-series"
import { type FileFormat, fileFormats, rowsFile, seriesFile } from "./series-file"
import { mostLeast, type SmallGroupsSetting, usualLeast } from "./small-groups-setting"
import { suggestQuestions } from "./suggest-questions"

export interface SeriesRoutesParts extends SeriesParts {
  /** The data points' list, whose domain is asked for and whose filters are taken. */
  readonly list: ListOperation
  readonly turns: Pick<ExpensiveWork, "questions" | "downloads">
}

/** What `GET /api/kpis/settings` answers: how few people are told of; 1 is off. */
export interface SmallGroupsAnswer {
  readonly least: number
  readonly usual: number
  readonly most: number
}

function requireDataSet(id: string): string {
  const dataSetId = parseGuid(id)
  if (dataSetId) return dataSetId
  throw new BffError("invalid_path", {
    errors: [{ parameter: "dataSetId", message: "dataSetId must be a guid." }],
  })
}

const invalid = (parameter: string, what: string) =>
  new BffError("invalid_query", { errors: [{ parameter, message: `${parameter} ${what}.` }] })

/** Takes a parameter out that is no part of the question. */
function takeOne(search: URLSearchParams, name: string): string | null {
  const [text = null, ...others] = search.getAll(name)
  if (others.length > 0) throw invalid(name, "is given twice")
  search.delete(name)
  return text
}

function takeFormat(search: URLSearchParams): FileFormat | undefined {
  const text = takeOne(search, "format")
  const format = fileFormats.find((each) => each === text)
  if (text !== null && !format) throw invalid("format", `must be one of ${fileFormats.join(", ")}`)
  return format
}

function requireQuestion(list: ListOperation, search: URLSearchParams): SeriesQuestion {
  const parsed = parseSeriesQuestion(list, search)
  if (parsed.ok) return parsed.question
  throw new BffError("invalid_query", { errors: parsed.problems })
}

/** Takes the cell out, of which nothing or all is said. */
function takeCell(search: URLSearchParams) {
  const own = new URLSearchParams()
  for (const name of cellParameters) {
    const text = takeOne(search, name)
    if (text !== null) own.set(name, text)
  }
  const cell = own.size > 0 ? parseCell(own) : undefined
  if (own.size > 0 && !cell)
    throw invalid(
      "cell.from",
      "and cell.to must be moments in UTC, cell.group other, none or key:…",
    )
  return cell && { cell }
}

/** The parts as one person asks them: what has to be found out first costs that person's turn. */
function partsFor(parts: SeriesRoutesParts, { sub: person }: Session): SeriesRoutesParts {
  const { holdsPersons } = parts.personal
  const personal = { holdsPersons: (dataSetId: string) => holdsPersons(dataSetId, { person }) }
  return { ...parts, personal }
}

/** GET the series that a question asks for, `?measure=sum&bucket=week&group=department:2`; `format=csv` or `xlsx` as a file. */
export function seriesRoute(parts: SeriesRoutesParts, id: string): OwnRoute {
  return {
    name: "read-series",
    method: "GET",
    takes: "any",
    showsPeople: true,
    permit: (session) => requirePermission(session, parts.list),
    async answer(session, { signal }, search) {
      const dataSetId = requireDataSet(id)
      const format = takeFormat(search)
      const question = requireQuestion(parts.list, search)
      const work = () => answerSeries(partsFor(parts, session), dataSetId, question)
      const answer = await parts.turns.questions.run(session.sub, work, signal)
      if (!format) return answer
      const { names } = await parts.departments.read()
      return seriesFile(answer, names, { format, dataSetId })
    },
  }
}

/** What `GET /api/kpis/{dataSetId}/suggestions` answers: questions as `printSeriesQuestion` prints them, the nearest first. */
export interface SuggestionsAnswer {
  readonly suggestions: readonly string[]
}

/** GET what can be asked instead of a question whose values are all hidden, because too few people are behind them. */
export function seriesSuggestionsRoute(parts: SeriesRoutesParts, id: string): OwnRoute {
  return {
    name: "read-series-suggestions",
    method: "GET",
    takes: "any",
    permit: (session) => requirePermission(session, parts.list),
    async answer(session, { signal }, search): Promise<SuggestionsAnswer> {
      const dataSetId = requireDataSet(id)
      const question = requireQuestion(parts.list, search)
      const work = () => suggestQuestions(partsFor(parts, session), dataSetId, question)
      const found = await parts.turns.questions.run(session.sub, work, signal)
      return { suggestions: found.map((each) => `${printSeriesQuestion(parts.list, each)}`) }
    },
  }
}

const rowsAtOnce = 1000
/** Does one part of the work in a turn. */
type Asking = <T>(work: () => Promise<T>) => Promise<T>

/** GET the rows behind a cell of a question, a page of them; `format` as a file of all, each page of it in a turn of its own. */
export function seriesRowsRoute(parts: SeriesRoutesParts, id: string): OwnRoute {
  const { questions, downloads } = parts.turns

  async function file(
    dataSetId: string,
    found: Awaited<ReturnType<typeof findRows>>,
    { format, ask, onEnd }: { format: FileFormat; ask: Asking; onEnd: () => void },
  ) {
    async function readPage(after: string | null) {
      const page = await found.page(after, rowsAtOnce)
      await requireTellable(parts, dataSetId, page.rows)
      return page
    }
    async function* pages(): AsyncGenerator<readonly SeriesRow[]> {
      let after: string | null = null
      do {
        const from = after
        const page: Awaited<ReturnType<typeof readPage>> = await ask(() => readPage(from))
        yield page.rows
        after = page.after ?? null
      } while (after !== null)
    }
    const { names } = await parts.departments.read()
    const { count, least } = found
    return rowsFile(pages(), names, { format, dataSetId, count, least, onEnd })
  }

  return {
    name: "read-series-rows",
    method: "GET",
    takes: "any",
    showsPeople: true,
    permit: (session) => requirePermission(session, parts.list),
    async answer(session, { signal }, search) {
      const dataSetId = requireDataSet(id)
      const format = takeFormat(search)
      const after = takeOne(search, "after")
      const asked = { ...takeCell(search), question: requireQuestion(parts.list, search) }
      const own = partsFor(parts, session)
      const ask: Asking = (work) => questions.run(session.sub, work, signal)
      if (!format) return ask(() => answerRows(own, dataSetId, asked, after))
      const begin = async (onEnd: () => void) => {
        const found = await ask(() => findRows(own, dataSetId, asked))
        return file(dataSetId, found, { format, ask, onEnd })
      }
      return downloads.hold(session.sub, begin, signal)
    },
  }
}

const settingSchema = z.strictObject({ least: z.int().min(1).max(mostLeast) })

/** GET how few people are told of, for whoever reads KPIs; PUT it, for administrators. */
export function smallGroupsRoutes(
  { list }: Pick<SeriesRoutesParts, "list">,
  setting: SmallGroupsSetting,
): OwnRoutes {
  const show = (least: number): SmallGroupsAnswer => ({ least, usual: usualLeast, most: mostLeast })
  return [
    {
      name: "read-small-groups",
      method: "GET",
      permit: (session: Session) => requirePermission(session, list),
      answer: async () => show(await setting.read()),
    },
    {
      name: "change-small-groups",
      method: "PUT",
      permit: (session: Session) => requireAdministrator(session, "kpis:write"),
      async answer(_session, request) {
        const { least } = await requireBody(request, settingSchema)
        await setting.write(least)
        return show(least)
      },
    },
  ]
}
