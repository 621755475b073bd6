import { z } from "zod"
import {
  bucketSizes,
  cellParameters,
  directions,
  groupings,
  measures,
  operators,
  parseGuid,
  presets,
  seriesLimit,
  seriesPatterns,
  topLimit,
} from "../catalogue"
import { platformProblems } from "./problems"
import { defineRoute, type Immutable } from "./route"

/** File formats of answers. */
export const seriesFormats = ["csv", "xlsx"] as const
export type SeriesFormat = (typeof seriesFormats)[number]

/** Highest configurable minimum number of people per answer. */
export const maxMinPeople = 100

const parameters = z.object({
  dataSetId: z
    .string()
    .transform((text, context) => {
      const guid = parseGuid(text)
      if (guid) return guid
      context.addIssue({ code: "custom", message: "must be a guid" })
      return z.NEVER
    })
    .meta({ format: "uuid" }),
})

/** The parameters read by `parseSeriesQuery`. Other names are filters of the data points' list. */
const question = z
  .object({
    measure: z.enum(measures),
    bucket: z.enum(bucketSizes),
    /** IANA name. */
    zone: z.string(),
    /**
     * One of `groupings`, `department:2` for a level of the tree, or `department:Store` for a type.
     */
    group: z.string(),
    top: z.coerce.number().int().min(1).max(topLimit),
    /** A period, `all`, `previous` or `year`. Up to four times. */
    range: z.string(),
    align: z.literal("weekday"),
    /** Adds the points of the first range by weekday and hour. */
    pattern: z.enum(seriesPatterns),
    within: z.guid(),
  })
  .partial()
  .catchall(z.string())

const format = z.enum(seriesFormats).optional()
const dataSetIds = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(z.guid()).min(1).max(seriesLimit))
const files = ["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]

const days = { from: z.iso.date(), to: z.iso.date() }
const range = z.union([z.enum(presets), z.enum(["all", "previous", "year"]), z.strictObject(days)])

const askedQuestion = z.strictObject({
  measure: z.enum(measures),
  bucket: z.enum(bucketSizes),
  zone: z.string(),
  grouping: z.enum(groupings),
  level: z.int().exactOptional(),
  type: z.string().exactOptional(),
  top: z.int(),
  ranges: z.tuple([range], range),
  alignWeekdays: z.boolean(),
  pattern: z.enum(seriesPatterns).exactOptional(),
  within: z.guid().exactOptional(),
  filters: z.array(
    z.strictObject({
      property: z.string(),
      operator: z.enum(operators),
      value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    }),
  ),
})

const group = z.union([
  z.strictObject({ kind: z.enum(groupings).exclude(["none"]), key: z.string().nullable() }),
  z.strictObject({ kind: z.literal("other"), members: z.int() }),
  z.strictObject({ kind: z.literal("all") }),
])

const cells = z.array(z.number().nullable())
const line = z.strictObject({
  group: z.int(),
  values: cells,
  counts: cells,
  states: z.string().regex(/^[vpmesuba]*$/),
  targets: cells.exactOptional(),
})

const edges = z.tuple([z.int(), z.int()])
const figure = z.strictObject({
  ...days,
  days: z.int(),
  edges,
  value: z.number().nullable(),
  count: z.number().nullable(),
  state: z.string(),
  target: z.number().exactOptional(),
})

const figureToDate = figure.extend({ first: figure.exactOptional() })
const rangeSeries = z.strictObject({
  range,
  ...days,
  edges: z.array(z.int()),
  partial: z.array(z.int()),
  lines: z.array(line),
  counted: z.strictObject({ ...days, edges }).exactOptional(),
  toDate: figureToDate.exactOptional(),
  groupsToDate: z.array(figureToDate).exactOptional(),
})

/** `SeriesAnswer` of the catalogue. */
const series = z.strictObject({
  question: askedQuestion,
  groups: z.array(group),
  ranges: z.tuple([rangeSeries], rangeSeries),
  pattern: z
    .strictObject({
      by: z.enum(["hour", "weekday"]),
      values: cells,
      counts: cells,
      states: z.string().regex(/^[vpmesu]*$/),
    })
    .exactOptional(),
  completeness: z.strictObject({
    state: z.enum(["none", "partial", "complete"]),
    syncedUntil: z.string().nullable(),
    gaps: z.array(z.strictObject({ from: z.string().nullable(), to: z.string().nullable() })),
  }),
  dataStart: z.strictObject({ day: z.iso.date().nullable(), from: z.int().nullable() }),
  dataEnd: z.strictObject({
    cutoff: z.iso.date().nullable(),
    until: z.int().nullable(),
    isBehind: z.boolean(),
  }),
  leftOut: z.strictObject({ withoutValue: z.int(), suppressed: z.int(), unplaced: z.int() }),
  least: z.int().exactOptional(),
  computedFrom: z.enum(["rollup", "rows"]),
  direction: z.enum(directions).exactOptional(),
})

const side = z.number().nullable()
/** `SeriesChanges` of the catalogue. */
const changes = z.strictObject({
  days: z
    .strictObject({ first: z.strictObject(days), before: z.strictObject(days) })
    .exactOptional(),
  value: side,
  before: side,
  divided: z.array(
    z.strictObject({
      grouping: z.enum(["department", "label"]),
      rows: z.array(
        z.strictObject({
          key: z.string().nullable(),
          value: side,
          before: side,
          contribution: z.number(),
        }),
      ),
      rest: z.strictObject({ members: z.int(), contribution: z.number() }),
      notShown: z.number().exactOptional(),
    }),
  ),
  least: z.int().exactOptional(),
})

/** `SeriesRows` of the catalogue. */
const rows = z.strictObject({
  count: z.int().nullable(),
  rows: z.array(
    z.strictObject({
      label: z.string().nullable(),
      timeStamp: z.string().nullable(),
      value: z.number().nullable(),
      departmentId: z.string().nullable(),
      userId: z.string().nullable(),
      block: z
        .strictObject({
          points: z.int(),
          valued: z.int(),
          labels: z.enum(["one", "several"]),
          departments: z.enum(["one", "below", "several"]),
          from: z.string(),
          to: z.string(),
        })
        .exactOptional(),
    }),
  ),
  after: z.string().exactOptional(),
  least: z.int().exactOptional(),
})

const smallGroups = z.strictObject({
  /** Minimum number of people per answer. 1 means off. */
  least: z.int(),
  /** The default, and the maximum. */
  usual: z.int(),
  most: z.int(),
})
/** The minimum group size for points of persons. */
export type SmallGroups = Immutable<z.output<typeof smallGroups>>

const problems = [
  "small_groups",
  "too_many_requests",
  "took_too_long",
  ...platformProblems,
] as const

/**
 * Queries on the copied points of a data set, and the minimum number of people that they disclose.
 */
export const kpisContract = {
  readSeries: defineRoute({
    name: "read-series",
    method: "GET",
    path: "/api/kpis/{dataSetId}/series",
    summary: "Read the answer to a question about a data set, or download it",
    permission: "kpis:read",
    scope: "all",
    parameters,
    grammar: question.extend({ format }),
    answer: series,
    files,
    problems,
  }),
  readManySeries: defineRoute({
    name: "read-many-series",
    method: "GET",
    path: "/api/kpis/series",
    summary: "Read the answers to the same question about several data sets",
    permission: "kpis:read",
    scope: "all",
    /** `dataSets` are comma-separated ids. */
    grammar: question.extend({ dataSets: dataSetIds }),
    answer: z.strictObject({
      /** In the order of the request. */
      series: z.array(
        z.union([
          z.strictObject({ dataSetId: z.guid(), answer: series }),
          /** Why this one could not be answered. */
          z.strictObject({ dataSetId: z.guid(), code: z.string() }),
        ]),
      ),
    }),
    problems,
  }),
  readSeriesChanges: defineRoute({
    name: "read-series-changes",
    method: "GET",
    path: "/api/kpis/{dataSetId}/changes",
    summary: "Read what changed between a question's two ranges, and which groups contributed most",
    permission: "kpis:read",
    scope: "all",
    parameters,
    grammar: question,
    answer: changes,
    problems,
  }),
  readSeriesRows: defineRoute({
    name: "read-series-rows",
    method: "GET",
    path: "/api/kpis/{dataSetId}/rows",
    summary: "Read the rows behind a cell of a question, a page of them, or download all",
    permission: "kpis:read",
    scope: "all",
    parameters,
    /** Either no cell parameters, or all that `parseCell` reads. */
    grammar: question.extend({
      format,
      after: z.string().optional(),
      ...Object.fromEntries(cellParameters.map((name) => [name, z.string().optional()])),
    }),
    answer: rows,
    files,
    problems: ["invalid_cursor", ...problems],
  }),
  readSmallGroups: defineRoute({
    name: "read-small-groups",
    method: "GET",
    path: "/api/kpis/settings",
    summary: "Read how few people are told of",
    permission: "kpis:read",
    scope: "none",
    answer: smallGroups,
    problems: [],
  }),
  changeSmallGroups: defineRoute({
    name: "change-small-groups",
    method: "PUT",
    path: "/api/kpis/settings",
    summary: "Set how few people are told of",
    permission: "kpis:write",
    scope: "none",
    body: z.strictObject({ least: z.int().min(1).max(maxMinPeople) }),
    answer: smallGroups,
    problems: [],
  }),
}
