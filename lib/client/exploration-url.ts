import {
  cellParameters,
  isTimeZone,
  type ListOperation,
  parseCell,
  parseSeriesQuery,
  parseTarget,
  printCell,
  printSeriesQuery,
  printTarget,
  type SeriesCell,
  type SeriesQuery,
  type Target,
  targetLimit,
  unreadableName,
} from "@/lib/catalogue"
import { parseTableSort, plainSort, printTableSort, type TableSort } from "./table-sort"

/** How an answer is shown: its groups ranked for the period, or everything over time. */
export const chartKinds = ["ranked", "line", "area", "stacked", "bar", "heat", "table"] as const
export type ChartKind = (typeof chartKinds)[number]

/** The default chart of a question. */
export const defaultChart = ({ grouping }: Pick<SeriesQuery, "grouping">): ChartKind =>
  grouping === "none" ? "line" : "ranked"

/** True if a chart can show the answer to a question: without groups nothing is ranked. */
export const canShow = ({ grouping }: Pick<SeriesQuery, "grouping">, chart: ChartKind): boolean =>
  chart !== "ranked" || grouping !== "none"

/** True if a chart can show a weekly pattern: as a heat map, or as numbers. */
export const canShowPattern = (chart: ChartKind): boolean => chart === "heat" || chart === "table"

/** The same question without a pattern. */
export function withoutPattern({ pattern: _, ...query }: SeriesQuery): SeriesQuery {
  return query
}

/** The same exploration in another chart, without a pattern if that chart cannot show one. */
export const withChart = (exploration: Exploration, chart: ChartKind): Exploration => ({
  ...exploration,
  chart,
  question: canShowPattern(chart) ? exploration.question : withoutPattern(exploration.question),
})

/** Whether groups share one chart, and if not, whether their charts share a value axis. */
export const panelKinds = ["one", "each"] as const
export type PanelKind = (typeof panelKinds)[number]
export const scaleKinds = ["shared", "own"] as const
export type ScaleKind = (typeof scaleKinds)[number]

/** The state of an explorer page; its URL contains all of it. */
export interface Exploration {
  readonly question: SeriesQuery
  readonly chart: ChartKind
  readonly targets: readonly Target[]
  /** By default one chart per group if there are many. */
  readonly panels?: PanelKind
  /** By default a shared axis. */
  readonly scales?: ScaleKind
  /** The order of its table; by default the newest bucket first. */
  readonly sort?: TableSort
  /** The cell whose rows are open beside the chart. */
  readonly cell?: SeriesCell
  /**
   * Shows changes in the cell instead of its rows: from the range at this index, or for 0 from the
   * days before.
   */
  readonly changes?: number
  /** The saved exploration that this one came from. */
  readonly saved?: string
}

/** An exploration parsed from an address, and the invalid parameters. */
export interface ReadExploration {
  readonly exploration: Exploration
  readonly dropped: readonly string[]
}

const savedId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** The page's own parameters that may occur once. */
const single: readonly string[] = [
  "chart",
  "panels",
  "scales",
  "sort",
  "saved",
  "changes",
  ...cellParameters,
]
const own: readonly string[] = [...single, "target", unreadableName]

/** Parses the question without its invalid parameters. */
function readQuery(operation: ListOperation, search: URLSearchParams) {
  const dropped = new Set<string>()
  const readable = new URLSearchParams(search)
  for (;;) {
    const parsed = parseSeriesQuery(operation, readable)
    if (parsed.ok) return { query: parsed.query, dropped }
    const before = readable.size
    for (const { parameter } of parsed.problems) {
      dropped.add(parameter)
      readable.delete(parameter)
    }
    // The invalid name is quoted in another form than in the address.
    if (readable.size === before) for (const name of [...readable.keys()]) readable.delete(name)
  }
}

/** Parses a page's address leniently; without `zone`, the reader's is used. */
export function parseExploration(
  operation: ListOperation,
  search: URLSearchParams,
  readerZone: string,
): ReadExploration {
  const requested = new URLSearchParams([...search].filter(([name]) => !own.includes(name)))
  const repeated = [...single, "zone"].filter((name) => search.getAll(name).length > 1)
  const zone = search.get("zone") ?? undefined
  requested.set("zone", isTimeZone(zone) ? zone : readerZone)
  const { query, dropped } = readQuery(operation, requested)
  for (const name of repeated) dropped.add(name)
  for (const part of search.getAll(unreadableName)) dropped.add(part)
  if (zone !== undefined && !isTimeZone(zone)) dropped.add("zone")
  const texts = search.getAll("target")
  const targets = texts.flatMap((text) => parseTarget(text) ?? []).slice(0, targetLimit)
  if (targets.length < texts.length) dropped.add("target")
  const chart = search.get("chart") ?? defaultChart(query)
  const found = chartKinds.find((each) => each === chart && canShow(query, each))
  if (!found) dropped.add("chart")
  const kind = found ?? defaultChart(query)
  if (query.pattern && !canShowPattern(kind)) dropped.add("pattern")
  const choice = <const T extends string>(name: string, kinds: readonly T[]): T | undefined => {
    const text = search.get(name)
    const found = kinds.find((each) => each === text)
    if (text !== null && !found) dropped.add(name)
    return found
  }
  const panels = choice("panels", panelKinds)
  const scales = choice("scales", scaleKinds)
  const sortText = search.get("sort")
  const sort = sortText === null ? undefined : parseTableSort(sortText)
  if (sortText !== null && !sort) dropped.add("sort")
  const cell = parseCell(search)
  if (!cell) for (const name of cellParameters) if (search.has(name)) dropped.add(name)
  const against = search.get("changes")
  const changes = cell && against && /^[0-3]$/.test(against) ? Number(against) : undefined
  if (against !== null && changes === undefined) dropped.add("changes")
  const saved = search.get("saved")
  if (saved && !savedId.test(saved)) dropped.add("saved")
  return {
    exploration: {
      ...withChart({ question: query, targets, chart: kind }, kind),
      ...(panels && { panels }),
      ...(scales === "own" && { scales }),
      ...(sort && { sort }),
      ...(cell && { cell }),
      ...(changes !== undefined && { changes }),
      ...(saved && savedId.test(saved) && { saved }),
    },
    dropped: [...dropped],
  }
}

/**
 * Prints an exploration, the inverse of `parseExploration`; always includes the zone, so that
 * everyone who opens it sees the same.
 */
export function printExploration(
  operation: ListOperation,
  exploration: Exploration,
): URLSearchParams {
  const {
    question: query,
    chart,
    targets,
    panels,
    scales,
    sort,
    cell,
    changes,
    saved,
  } = exploration
  const search = printSeriesQuery(operation, query)
  search.set("zone", query.zone)
  if (chart !== defaultChart(query)) search.set("chart", chart)
  if (panels) search.set("panels", panels)
  if (scales === "own") search.set("scales", scales)
  if (sort && printTableSort(sort) !== printTableSort(plainSort))
    search.set("sort", printTableSort(sort))
  for (const target of targets) search.append("target", printTarget(target))
  if (saved) search.set("saved", saved)
  if (cell && changes !== undefined) search.set("changes", `${changes}`)
  return cell ? printCell(cell, search) : search
}

const readable = { "%2C": ",", "%3A": ":", "%2F": "/", "%40": "@" } as const

/**
 * The address of an explorer page:
 * `/figures/<id>?group=department:2&bucket=week&zone=Europe/Copenhagen`.
 */
export function explorationHref(
  operation: ListOperation,
  dataSetId: string,
  exploration: Exploration,
): string {
  const search = `${printExploration(operation, exploration)}`
  const text = search.replaceAll(
    /%2C|%3A|%2F|%40/g,
    (code) => readable[code as keyof typeof readable],
  )
  return `/figures/${dataSetId}?${text}`
}

/** The saved part of an exploration: everything except what is open beside it. */
export function savedSearch(operation: ListOperation, exploration: Exploration): string {
  const { cell: _, changes: __, saved: ___, ...rest } = exploration
  return `${printExploration(operation, rest)}`
}
