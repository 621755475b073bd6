import "server-only"
import {
  cellParameters,
  type ListOperation,
  parseCell,
  parseGuid,
  parseSeriesQuery,
  type SeriesQuery,
  type SeriesRow,
  seriesLimit,
} from "../../catalogue"
import {
  type ChartNote,
  kpisContract,
  maxMinPeople,
  type SeriesFormat,
  seriesFormats,
} from "../../contract"
import { rowScopeOf, type Session } from "../../session"
import { BffError } from "../http/problem"
import { type BoundRoute, bindRoutes } from "../http/routes"
import type { ExpensiveWork } from "../http/slots"
import { answerChanges } from "./answer-changes"
import { answerRows, findCellRows, requireTellable } from "./answer-rows"
import { answerSeries } from "./answer-series"
import type { DataSetRead, SeriesParts } from "./prepare-series"
import { type NamedDataSet, rowsFile, seriesFile } from "./series-file"
import { defaultMinPeople, type SmallGroupsSetting } from "./small-groups-setting"

export interface SeriesRoutesParts extends SeriesParts {
  /** The list of data points, which defines the domain and the filters. */
  readonly list: ListOperation
  readonly slots: Pick<ExpensiveWork, "queries" | "downloads">
}

const invalid = (parameter: string, what: string) =>
  new BffError("invalid_query", { errors: [{ parameter, message: `${parameter} ${what}.` }] })

/** Removes a parameter that is not part of the question and returns it. */
function takeOne(search: URLSearchParams, name: string): string | null {
  const [text = null, ...others] = search.getAll(name)
  if (others.length > 0) throw invalid(name, "is given twice")
  search.delete(name)
  return text
}

function takeFormat(search: URLSearchParams): SeriesFormat | undefined {
  const text = takeOne(search, "format")
  const format = seriesFormats.find((each) => each === text)
  if (text !== null && !format)
    throw invalid("format", `must be one of ${seriesFormats.join(", ")}`)
  return format
}

/** The data sets of a request, without duplicates. */
function takeDataSets(search: URLSearchParams): readonly string[] {
  const ids = (takeOne(search, "dataSets") ?? "").split(",").map(parseGuid)
  const known = new Set(ids.filter((id) => id !== undefined))
  if (known.size < ids.length || ids.length > seriesLimit)
    throw invalid(
      "dataSets",
      `must be 1 to ${seriesLimit} different guids with commas between them`,
    )
  return [...known]
}

function requireQuery(list: ListOperation, search: URLSearchParams): SeriesQuery {
  const parsed = parseSeriesQuery(list, search)
  if (parsed.ok) return parsed.query
  throw new BffError("invalid_query", { errors: parsed.problems })
}

/** Removes the cell's parameters and returns them; either none or all must be given. */
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

export const readOf = (dataSetId: string, session: Session): DataSetRead => ({
  dataSetId,
  scope: rowScopeOf(session),
})

/** The parts on behalf of one person, whose quota pays for any checks. */
export function partsFor(parts: SeriesRoutesParts, { sub: person }: Session): SeriesRoutesParts {
  const { holdsPersons } = parts.personal
  const personal = { holdsPersons: (dataSetId: string) => holdsPersons(dataSetId, { person }) }
  return { ...parts, personal }
}

const rowsAtOnce = 1000
/** Runs one piece of work in a slot. */
type RunInSlot = <T>(work: () => Promise<T>) => Promise<T>

/** All rows behind a cell as a file; each page takes its own slot. */
async function allRowsFile(
  parts: SeriesRoutesParts,
  { dataSetId, scope }: DataSetRead,
  found: Awaited<ReturnType<typeof findCellRows>>,
  how: { format: SeriesFormat; run: RunInSlot; dataSet: NamedDataSet; onEnd: () => void },
): Promise<Response> {
  const { format, run, dataSet, onEnd } = how
  async function readPage(after: string | null) {
    const page = await found.page(after, rowsAtOnce)
    await requireTellable(parts, dataSetId, page.rows)
    return page
  }
  async function* pages(): AsyncGenerator<readonly SeriesRow[]> {
    let after: string | null = null
    do {
      const from = after
      const page: Awaited<ReturnType<typeof readPage>> = await run(() => readPage(from))
      yield page.rows
      after = page.after ?? null
    } while (after !== null)
  }
  const { names } = await parts.departments.read(scope)
  const { rowCount: count, minPeople, days } = found
  return rowsFile(pages(), names, { format, dataSet, count, minPeople, days, onEnd })
}

/** Texts in files besides the figures. */
export interface FileTexts {
  /** The notes on their days. */
  readonly readNotes: (session: Session, dataSetId: string) => Promise<readonly ChartNote[]>
  /** The workspace's entry for a data set; undefined if there is none. */
  readonly nameOf: (dataSetId: string) => Promise<Omit<NamedDataSet, "id"> | undefined>
}

/**
 * Questions about data sets, the rows behind cells, and the minimum number of people in a disclosed
 * group.
 */
export function kpisRoutes(
  parts: SeriesRoutesParts,
  setting: SmallGroupsSetting,
  { readNotes, nameOf }: FileTexts,
): readonly BoundRoute[] {
  const { list, departments } = parts
  const named = async (id: string): Promise<NamedDataSet> => ({ ...(await nameOf(id)), id })
  const { queries, downloads } = parts.slots
  const show = (minPeople: number) => ({
    least: minPeople,
    usual: defaultMinPeople,
    most: maxMinPeople,
  })

  return bindRoutes(kpisContract, {
    async readSeries({ session, parameters: { dataSetId }, search, signal }) {
      const dataSet = readOf(dataSetId, session)
      const format = takeFormat(search)
      const query = requireQuery(list, search)
      const work = () => answerSeries(partsFor(parts, session), dataSet, query)
      const answer = await queries.run(session.sub, work, signal)
      if (!format) return answer
      const [{ names }, notes, own] = await Promise.all([
        departments.read(dataSet.scope),
        readNotes(session, dataSetId),
        named(dataSetId),
      ])
      return seriesFile(answer, names, { format, dataSet: own, notes })
    },

    async readManySeries({ session, search, signal }) {
      const ids = takeDataSets(search)
      const query = requireQuery(list, search)
      const own = partsFor(parts, session)
      const series = []
      for (const dataSetId of ids) {
        const work = () => answerSeries(own, readOf(dataSetId, session), query)
        series.push(
          await queries.run(session.sub, work, signal).then(
            (answer) => ({ dataSetId, answer }),
            (error: unknown) => {
              if (error instanceof BffError) return { dataSetId, code: error.code }
              throw error
            },
          ),
        )
      }
      return { series }
    },

    async readSeriesChanges({ session, parameters: { dataSetId }, search, signal }) {
      const query = requireQuery(list, search)
      const work = () => answerChanges(partsFor(parts, session), readOf(dataSetId, session), query)
      return queries.run(session.sub, work, signal)
    },

    async readSeriesRows({ session, parameters: { dataSetId }, search, signal }) {
      const dataSet = readOf(dataSetId, session)
      const format = takeFormat(search)
      const after = takeOne(search, "after")
      const requested = { ...takeCell(search), query: requireQuery(list, search) }
      const own = partsFor(parts, session)
      const run: RunInSlot = (work) => queries.run(session.sub, work, signal)
      if (!format) return run(() => answerRows(own, dataSet, requested, after))
      const begin = async (onEnd: () => void) => {
        const found = await run(() => findCellRows(own, dataSet, requested))
        const how = { format, run, dataSet: await named(dataSetId), onEnd }
        return allRowsFile(parts, dataSet, found, how)
      }
      return downloads.hold(session.sub, begin, signal)
    },

    readSmallGroups: async () => show(await setting.read()),

    async changeSmallGroups({ body: { least: minPeople } }) {
      await setting.write(minPeople)
      return show(minPeople)
    },
  })
}
