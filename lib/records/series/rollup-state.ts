import type { Parameters } from "../../db"
import { edgeArray } from "./edge-array"
import type { PointList, Rollup } from "./point-source"
import type { SeriesRead } from "./series-read"
import { daySlotMs, slotMs } from "./series-tables"
import { timeText } from "./time-text"

/** Distinct edges that are not UTC midnights. */
const innerEdges = (ranges: SeriesRead["ranges"]) =>
  [...new Set(ranges.flat())].filter((edge) => edge % daySlotMs !== 0)

const startOfDay = (ms: number) => Math.floor(ms / daySlotMs) * daySlotMs

/** Whether an edge lies inside a slot, where no rollup can tell which points come before it. */
export const isOffSlot = ({ ranges }: SeriesRead, { days }: Rollup): boolean =>
  days && innerEdges(ranges).some((edge) => edge % slotMs !== 0)

/** Checks in the small rollup by label whether one day has points on both sides of an edge. */
function printDivided(
  { byLabel, dataSet }: { byLabel: string; dataSet: string },
  edges: readonly number[],
  parameters: Parameters,
): string {
  const add = (times: readonly number[]) => `${parameters.add(edgeArray(times))}::timestamptz[]`
  const between = (from: string, to: string) =>
    `exists (select 1 from ${byLabel} where in_data_set_id = ${dataSet} and moment >= ${from} and moment < ${to})`
  return `exists (
    select 1 from unnest(${add(edges.map(startOfDay))}, ${add(edges)},
      ${add(edges.map((edge) => startOfDay(edge) + daySlotMs))}) as at (start, edge, "end")
    where ${between("start", "edge")} and ${between("edge", '"end"')})`
}

/** True if the rollups lack the latest changes of any range. */
export function printDue(
  { tables }: PointList,
  { dataSetId, ranges }: SeriesRead,
  parameters: Parameters,
): string {
  const overlaps = ranges.map((edges) => {
    const end = parameters.add(timeText(edges.at(-1) ?? 0))
    return `since < ${end}::timestamptz and until > ${parameters.add(timeText(edges[0] ?? 0))}::timestamptz`
  })
  return `exists (select 1 from ${tables.due}
    where in_data_set_id = ${parameters.add(dataSetId)}::uuid and (${overlaps.join(" or ")}))`
}

/**
 * One row: `due` if the rollup lacks the latest changes, `divided` if a day that it stores as one
 * is split between two buckets.
 */
export function printRollupState(
  list: PointList,
  read: SeriesRead,
  { days }: Rollup,
  parameters: Parameters,
): string {
  const edges = days ? innerEdges(read.ranges) : []
  const divided = () => {
    const dataSet = `${parameters.add(read.dataSetId)}::uuid`
    return printDivided({ byLabel: list.tables.byLabel, dataSet }, edges, parameters)
  }
  return `select ${printDue(list, read, parameters)} as due,
    ${edges.length > 0 ? divided() : "false"} as divided`
}
