import type { Parameters } from "../../db"
import { edgeArray } from "./edge-array"
import type { PointList, Rollup } from "./point-source"
import type { SeriesRead } from "./series-read"
import { daySlotMs, slotMs } from "./series-tables"

/** Edges within a day of UTC, once each. */
const innerEdges = (ranges: SeriesRead["ranges"]) =>
  [...new Set(ranges.flat())].filter((edge) => edge % daySlotMs !== 0)

const startOfDay = (ms: number) => Math.floor(ms / daySlotMs) * daySlotMs

/** Whether an edge lies where no rollup can tell on which side of it points stand. */
export const isOffSlot = ({ ranges }: SeriesRead, { days }: Rollup): boolean =>
  days && innerEdges(ranges).some((edge) => edge % slotMs !== 0)

/** Asks the rollup by label, which is small, whether points stand on both sides of an edge in one day. */
function printDivided(
  { byLabel, dataSet }: { byLabel: string; dataSet: string },
  edges: readonly number[],
  parameters: Parameters,
): string {
  const add = (times: readonly number[]) => `${parameters.add(edgeArray(times))}::timestamptz[]`
  const between = (from: string, to: string) =>
    `exists (select from ${byLabel} where in_data_set_id = ${dataSet} and moment >= ${from} and moment < ${to})`
  return `exists (
    select from unnest(${add(edges.map(startOfDay))}, ${add(edges)},
      ${add(edges.map((edge) => startOfDay(edge) + daySlotMs))}) as at (start, edge, "end")
    where ${between("start", "edge")} and ${between("edge", '"end"')})`
}

/** One row: `due` where the rollup does not know the latest changes, `divided` where a day that it keeps together lies in two buckets. */
export function printRollupState(
  { tables }: PointList,
  { dataSetId, ranges }: SeriesRead,
  { days }: Rollup,
  parameters: Parameters,
): string {
  const edges = days ? innerEdges(ranges) : []
  const dataSet = `${parameters.add(dataSetId)}::uuid`
  const starts = parameters.add(edgeArray(ranges.map(([first = 0]) => first)))
  const ends = parameters.add(edgeArray(ranges.map((range) => range.at(-1) ?? 0)))
  return `select exists (
      select from ${tables.due} join unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as range (start, "end")
        on since < range."end" and until > range.start
      where in_data_set_id = ${dataSet}) as due,
    ${edges.length > 0 ? printDivided({ ...tables, dataSet }, edges, parameters) : "false"} as divided`
}
