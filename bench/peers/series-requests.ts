import { z } from "zod"
import { storeCount } from "./store-points"

/** A series that is requested from the product and its peer alike, with the days of its range. */
export interface SeriesRequest {
  readonly name: string
  readonly measure: keyof typeof peerMeasures
  readonly bucket: "hour" | "day" | "month"
  readonly group: keyof typeof peerDimensions
  readonly range: readonly [from: string, to: string]
}

const zone = "Europe/Copenhagen"
const year = ["2024-02-01", "2025-01-31"] as const

export const seriesRequests: readonly SeriesRequest[] = [
  { name: "sum by day", measure: "sum", bucket: "day", group: "none", range: year },
  {
    name: "average by hour and label, 30 days",
    measure: "average",
    bucket: "hour",
    group: "label",
    range: ["2024-10-10", "2024-11-08"],
  },
  {
    name: "maximum by day and label",
    measure: "maximum",
    bucket: "day",
    group: "label",
    range: year,
  },
  {
    name: `count by month and store, all ${storeCount}`,
    measure: "count",
    bucket: "month",
    group: "department",
    range: year,
  },
]

/** A cell's value by its group and the local time at which its bucket starts. */
export type Cells = ReadonlyMap<string, number>

const nameCell = (group: string, time: string) => `${group} ${time}`

const clock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: zone,
  dateStyle: "short",
  timeStyle: "medium",
})

/** The path of the dashboard's route. */
export function printOwnPath(dataSetId: string, request: SeriesRequest): string {
  const { measure, bucket, group, range } = request
  const search = new URLSearchParams({ measure, bucket, group, zone, range: range.join("..") })
  if (group === "department") search.set("top", `${storeCount}`)
  return `/api/kpis/${dataSetId}/series?${search}`
}

const ownAnswer = z.object({
  groups: z.array(z.object({ kind: z.string(), key: z.string().optional() })),
  ranges: z.tuple([
    z.object({
      edges: z.array(z.number()),
      lines: z.array(z.object({ group: z.number(), values: z.array(z.number().nullable()) })),
    }),
  ]),
})

/** The cells of the dashboard's response that have a value; for counts, those above zero. */
export function readOwnCells(text: string): Cells {
  const { groups, ranges } = ownAnswer.parse(JSON.parse(text))
  const [{ edges, lines }] = ranges
  return new Map(
    lines.flatMap(({ group, values }) =>
      values.flatMap((value, bucket): [string, number][] =>
        value === null
          ? []
          : [[nameCell(groups[group]?.key ?? "all", clock.format(edges[bucket])), value]],
      ),
    ),
  )
}

/** The names in Cube's model, `bench/baselines/peers/cube.mjs`. */
const peerMeasures = {
  sum: "total",
  average: "average",
  maximum: "highest",
  count: "points",
} as const
const peerDimensions = { none: undefined, label: "label", department: "store" } as const

const membersOf = (cube: string, { measure, group }: SeriesRequest) => {
  const dimension = peerDimensions[group]
  return {
    time: `${cube}.time`,
    measure: `${cube}.${peerMeasures[measure]}`,
    dimension: dimension && `${cube}.${dimension}`,
  }
}

/**
 * The same request for Cube, as the value of its parameter `query`; `limit` is above the number of
 * cells.
 */
export function printPeerQuery(cube: string, request: SeriesRequest, limit: number): string {
  const { time, measure, dimension } = membersOf(cube, request)
  return JSON.stringify({
    measures: [measure],
    timeDimensions: [{ dimension: time, granularity: request.bucket, dateRange: request.range }],
    dimensions: dimension ? [dimension] : [],
    timezone: zone,
    limit,
  })
}

const peerAnswer = z.object({
  data: z.array(z.record(z.string(), z.union([z.string(), z.number()]).nullable())),
})

export function readPeerCells(cube: string, request: SeriesRequest, text: string): Cells {
  const { time, measure, dimension } = membersOf(cube, request)
  const { data } = peerAnswer.parse(JSON.parse(text))
  return new Map(
    data.flatMap((row): [string, number][] => {
      const value = row[measure]
      const at = `${row[`${time}.${request.bucket}`]}`.slice(0, 19).replace("T", " ")
      const group = dimension ? `${row[dimension]}` : "all"
      return value == null ? [] : [[nameCell(group, at), Number(value)]]
    }),
  )
}
