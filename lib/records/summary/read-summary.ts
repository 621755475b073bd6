import {
  type BucketSize,
  bucketEdges,
  columnsBeside,
  dayAt,
  effectiveSummarySort,
  hasTooManyBuckets,
  type SummaryQuery,
  type SummaryResult,
  type SummarySort,
  type UndrilledRow,
  wholeBuckets,
} from "@/lib/catalogue"
import type { DatabaseSession } from "../../db"
import type { ListParts } from "../page-query"
import { propertyColumn } from "../tables"
import {
  combineParts,
  type FigureRow,
  figureOf,
  isComposable,
  type MeasuredColumn,
  type Parts,
  partsOf,
} from "./figures"
import {
  describeGroups,
  type GroupKey,
  type Ranked,
  type RankRule,
  rankSummaryGroups,
  sortKeys,
} from "./rank-groups"
import {
  nullPosition,
  otherPosition,
  printExtents,
  printLevel,
  type SummaryField,
  type SummaryLevel,
  type SummaryStatement,
} from "./summary-query"

/** Why there is no summary: too many buckets of a time, or too many values of a field. */
export type SummaryRefusal = "too_many_buckets" | "too_many_groups"

/** Names the parameter to narrow. */
export class SummaryError extends Error {
  override name = "SummaryError"

  constructor(
    readonly code: SummaryRefusal,
    readonly property: string,
  ) {
    super(`${code}: ${property}`)
  }
}

/** Maximum number of groups that are ranked or merged in the application. */
export const maxGroups = 200_000

const settings = `set transaction isolation level repeatable read, read only;
  set local jit = off; set local work_mem = '64MB'`

interface SummaryParts {
  readonly list: ListParts
  readonly query: SummaryQuery
  readonly measures: readonly MeasuredColumn[]
  readonly fields: readonly SummaryField[]
  readonly session: DatabaseSession
}

const run = (session: DatabaseSession, { text, values }: SummaryStatement) =>
  session.query<FigureRow>(text, values)

const zoneOf = (field: SummaryField, zone: string) =>
  field.column.kind === "localdatetime" ? "UTC" : zone

const msOf = (text: unknown) => Math.floor(Number(text) / 1000)

/** The calendar's bucket edges around both moments. Empty if there are no times. */
function edgesBetween(
  [min, max]: readonly [unknown, unknown],
  { property, bucket, zone }: { property: string; bucket: BucketSize; zone: string },
): readonly number[] {
  if (min === null || max === null) return [0, 1]
  const days = { from: dayAt(msOf(min), zone), to: dayAt(msOf(max), zone) }
  const range = wholeBuckets(days, bucket)
  if (hasTooManyBuckets(range, bucket)) throw new SummaryError("too_many_buckets", property)
  return bucketEdges(range, bucket, zone)
}

/** The columns of the groups, with the buckets of times. */
async function readFields(
  session: DatabaseSession,
  list: ListParts,
  { groups, filters, zone }: SummaryQuery,
): Promise<SummaryField[]> {
  const columns = groups.map(({ property }) => propertyColumn(list.table, list.operation, property))
  if (groups.every(({ bucket }) => bucket === undefined))
    return columns.map((column) => ({ column }))
  const times = columns.filter((_, at) => groups[at]?.bucket !== undefined)
  const [row = {}] = await run(session, printExtents(list, filters, times))
  return columns.map((column, at) => {
    const { property, bucket } = groups[at] ?? {}
    if (property === undefined || bucket === undefined) return { column }
    const place = times.indexOf(column)
    const edges = edgesBetween([row[`min${place}`], row[`max${place}`]], {
      property,
      bucket,
      zone: zoneOf({ column }, zone),
    })
    return { column, edges }
  })
}

const measuredColumns = (list: ListParts, { measures }: SummaryQuery): MeasuredColumn[] =>
  measures.map((measure) =>
    "property" in measure
      ? { measure, column: propertyColumn(list.table, list.operation, measure.property) }
      : { measure },
  )

interface Cell {
  /** Keys, or their places. */
  readonly keys: readonly GroupKey[]
  readonly parts: Parts
}

const keyOf = (row: FigureRow, at: number): GroupKey => {
  const key = row[`k${at}`]
  return typeof key === "string" || typeof key === "number" || typeof key === "boolean" ? key : null
}

/** The cells of a level, or undefined if they exceed the limit. */
async function readCells(
  { list, query, measures, session }: SummaryParts,
  levels: readonly SummaryLevel[],
  { only = measures, limit = maxGroups }: { only?: readonly MeasuredColumn[]; limit?: number } = {},
): Promise<Cell[] | undefined> {
  const asked = { filters: query.filters, measures: only.map(({ measure }) => measure) }
  const statement = printLevel(list, { ...asked, levels, limit: limit + 1 })
  const rows = await run(session, statement)
  if (rows.length > limit) return undefined
  return rows.map((row) => ({
    keys: levels.map((_, at) => keyOf(row, at)),
    parts: partsOf(row, only),
  }))
}

/** Groups the parts of cells by key. */
function gather<K>(cells: readonly Cell[], keyOfCell: (cell: Cell) => K): Map<K, Parts[]> {
  const groups = new Map<K, Parts[]>()
  for (const cell of cells) {
    const key = keyOfCell(cell)
    const known = groups.get(key)
    if (known) known.push(cell.parts)
    else groups.set(key, [cell.parts])
  }
  return groups
}

/** The order of a second field's groups: as the first's, but for times the newest are separate. */
function sortOf({ query }: SummaryParts, at: number): SummarySort {
  const sort = effectiveSummarySort(query)
  if (at === 0) return sort
  return query.groups[at]?.bucket === undefined ? sort : { by: "group", descending: true }
}

function rank(
  { query }: SummaryParts,
  at: number,
  groups: ReadonlyMap<GroupKey, Parts>,
  rule: Omit<RankRule, "most">,
): Ranked {
  const most = at === 0 ? query.top : columnsBeside(query.top)
  const ranked = rankSummaryGroups(groups, { ...rule, most })
  const isTimeline = at > 0 && query.groups[at]?.bucket !== undefined
  if (!isTimeline) return ranked
  const keys = [...sortKeys(ranked.keys), ...ranked.keys.filter((key) => key === null)]
  return { ...ranked, keys }
}

/** The place of each key of a field. All others follow the last. */
const placesOf = ({ keys }: Ranked) => new Map(keys.map((key, place) => [key, place]))

/** The cells of the answer by their places: each pair, each group and the total. */
interface Placed {
  readonly pairs: ReadonlyMap<string, Parts>
  readonly each: readonly ReadonlyMap<number, Parts>[]
  readonly all: Parts
}

const pairName = (places: readonly number[]) => places.join(" ")

/** Merges cells of keys. Every level is a sum of them. */
function placeCells(
  { measures }: SummaryParts,
  cells: readonly Cell[],
  ranked: readonly Ranked[],
): Placed {
  const places = ranked.map(placesOf)
  const placeOf = ({ keys }: Cell, at: number) =>
    places[at]?.get(keys[at] ?? null) ?? ranked[at]?.keys.length ?? 0
  const together = <K>(keyOfCell: (cell: Cell) => K) =>
    new Map(
      [...gather(cells, keyOfCell)].map(([key, of]) => [key, combineParts(of, measures)] as const),
    )
  return {
    pairs: together((cell) => pairName(ranked.map((_, at) => placeOf(cell, at)))),
    each: ranked.map((_, at) => together((cell) => placeOf(cell, at))),
    all: combineParts(
      cells.map(({ parts }) => parts),
      measures,
    ),
  }
}

/**
 * Queries each level separately: distinct counts and percentiles do not follow from those of
 * groups.
 */
async function readLevels(parts: SummaryParts, ranked: readonly Ranked[]): Promise<Placed> {
  const levels = ranked.map(({ keys }, at) => ({
    field: parts.fields[at] as SummaryField,
    kept: { keys: sortKeys(keys), hasNull: keys.includes(null) },
  }))
  const places = ranked.map(placesOf)
  const placeOf = (at: number, key: GroupKey | undefined): number => {
    const others = ranked[at]?.keys.length ?? 0
    if (key === otherPosition) return others
    const value = key === nullPosition ? null : levels[at]?.kept.keys[Number(key) - 1]
    return places[at]?.get(value ?? null) ?? others
  }
  const read = async (fields: readonly number[]) => {
    const cells = await readCells(
      parts,
      fields.flatMap((at) => levels[at] ?? []),
    )
    const placed = (keys: readonly GroupKey[]) => fields.map((at, own) => placeOf(at, keys[own]))
    return (cells ?? []).map((cell) => [placed(cell.keys), cell.parts] as const)
  }
  const each: ReadonlyMap<number, Parts>[] = []
  for (const at of ranked.keys()) {
    const found = await read([at])
    each.push(new Map(found.map(([[place = 0], own]) => [place, own] as const)))
  }
  const pairs = ranked.length > 1 ? await read([...ranked.keys()]) : []
  const [all] = await read([])
  return {
    pairs: new Map(pairs.map(([place, own]) => [pairName(place), own] as const)),
    each,
    all: all?.[1] ?? combineParts([], parts.measures),
  }
}

/** Ranks a field's groups separately, reading only the figure that orders them. */
async function rankLevel(parts: SummaryParts, at: number): Promise<Ranked> {
  const { by } = sortOf(parts, at)
  const field = parts.fields[at]
  const only = by === "group" ? [] : parts.measures.slice(by, by + 1)
  const cells = field && (await readCells(parts, [{ field }], { only }))
  if (!cells) throw new SummaryError("too_many_groups", parts.query.groups[at]?.property ?? "")
  const sort = { ...sortOf(parts, at), ...(by !== "group" && { by: 0 }) }
  const groups = new Map(cells.map(({ keys: [key = null], parts: own }) => [key, own] as const))
  return rank(parts, at, groups, { sort, measures: only })
}

/** Uses one statement if it provides all levels, else one per level. */
async function readPlaced(
  parts: SummaryParts,
  limit: number,
): Promise<{ ranked: Ranked[]; placed: Placed }> {
  const { fields, query, measures } = parts
  const isOne = query.measures.every(isComposable)
  const cells = isOne
    ? await readCells(
        parts,
        fields.map((field) => ({ field })),
        { limit },
      )
    : undefined
  if (cells) {
    const ranked = fields.map((_, at) => {
      const groups = gather(cells, ({ keys }) => keys[at] ?? null)
      const together = [...groups].map(([key, of]) => [key, combineParts(of, measures)] as const)
      return rank(parts, at, new Map(together), { sort: sortOf(parts, at), measures })
    })
    return { ranked, placed: placeCells(parts, cells, ranked) }
  }
  const ranked: Ranked[] = []
  for (const at of fields.keys()) ranked.push(await rankLevel(parts, at))
  return { ranked, placed: await readLevels(parts, ranked) }
}

/** Builds the answer. Places without rows are left out. */
function answerOf(parts: SummaryParts, ranked: readonly Ranked[], placed: Placed): SummaryResult {
  const { query, measures, fields } = parts
  const groups = query.groups.map((group, at) => {
    const field = fields[at] as SummaryField
    const keys = describeGroups(field, ranked[at] ?? { keys: [], others: 0 })
    const zone = group.bucket === undefined ? {} : { zone: zoneOf(field, query.zone) }
    return { ...group, ...zone, keys }
  })
  const rowOf = (keys: UndrilledRow["keys"], own: Parts | undefined): UndrilledRow[] =>
    own
      ? [{ keys, n: own.n, figures: measures.map((measured, at) => figureOf(measured, own, at)) }]
      : []
  const [first, second] = groups.map(({ keys }) => [...keys.keys()])
  const ofFirst = (keysOf: (key: number) => UndrilledRow["keys"]) =>
    (first ?? []).flatMap((key) => rowOf(keysOf(key), placed.each[0]?.get(key)))
  const rows = second
    ? (first ?? []).flatMap((one) =>
        second.flatMap((other) => rowOf([one, other], placed.pairs.get(pairName([one, other])))),
      )
    : ofFirst((key) => [key])
  const ofSecond = second?.flatMap((key) => rowOf([null, key], placed.each[1]?.get(key))) ?? []
  return {
    groups,
    rows,
    subtotals: second ? [...ofFirst((key) => [key, null]), ...ofSecond] : [],
    total: rowOf(
      groups.map(() => null),
      placed.all,
    )[0] as UndrilledRow,
    shown: ranked.map(({ keys }) => keys.length),
    others: ranked.map(({ others }) => others),
  }
}

/**
 * A summary of a list's rows from one snapshot. Exact except for the last digits of sums of
 * doubles. Throws `SummaryError` if there are too many groups.
 */
export function readSummary(
  session: DatabaseSession,
  list: ListParts,
  query: SummaryQuery,
  { maxCells = maxGroups }: { readonly maxCells?: number | undefined } = {},
): Promise<SummaryResult> {
  const measures = measuredColumns(list, query)
  return session.transaction(async (within) => {
    await within.query(settings)
    const fields = await readFields(within, list, query)
    const parts = { list, query, measures, fields, session: within }
    const { ranked, placed } = await readPlaced(parts, maxCells)
    return answerOf(parts, ranked, placed)
  })
}
