import { z } from "zod"
import { directions, isTargetOwner, measures, presets } from "../catalogue"
import { platformProblems } from "./problems"
import { defineRoute, type Immutable, pathId } from "./route"

/** Maximum number of targets of a data set, and of one request. */
export const targetsAtMost = 100_000
export const targetsAtOnce = 500

const target = z.strictObject({
  owner: z.string().refine(isTargetOwner, { error: "must be all, level:1 to 99 or an id" }),
  month: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "must be a month: 2026-11"),
  value: z.number(),
})

const measure = z.enum(measures)
const direction = z.enum(directions)
const goal = z.strictObject({ measure, direction, targets: z.array(target) })

const change = z.strictObject({
  measure: measure.exactOptional(),
  direction: direction.exactOptional(),
  /** Each replaces the target of its owner and month. Null removes it. */
  targets: z
    .array(target.extend({ value: z.number().min(-1e15).max(1e15).nullable() }))
    .max(targetsAtOnce)
    .exactOptional(),
})
/** A change of a data set's goal. */
export type GoalChange = Immutable<z.output<typeof change>>

const behind = z.strictObject({
  /** The days of the period that count. Absent if none does. */
  days: z.strictObject({ from: z.string(), to: z.string() }).exactOptional(),
  direction,
  rows: z.array(
    z.strictObject({
      departmentId: z.string(),
      /** Null if the department has no points on these days, or none that may be disclosed. */
      value: z.number().nullable(),
      state: z.string(),
      target: z.number(),
    }),
  ),
  least: z.int().exactOptional(),
})
/** Departments with a target, and their progress. */
export type TargetProgress = Immutable<z.output<typeof behind>>

const parameters = z.object({ dataSetId: pathId })

/** Goals of data sets. */
export const goalsContract = {
  readGoals: defineRoute({
    name: "read-goals",
    method: "GET",
    path: "/api/kpis/goals",
    summary: "Read what the data sets are measured by, and which of them have targets",
    permission: "kpis:read",
    scope: "none",
    answer: z.strictObject({
      goals: z.array(
        z.strictObject({ dataSetId: z.guid(), measure, direction, hasTargets: z.boolean() }),
      ),
    }),
    problems: [],
  }),
  readGoal: defineRoute({
    name: "read-goal",
    method: "GET",
    path: "/api/kpis/{dataSetId}/goal",
    summary: "Read what a data set is measured by, and its targets by month",
    permission: "kpis:read",
    scope: "none",
    parameters,
    answer: goal,
    problems: [],
  }),
  changeGoal: defineRoute({
    name: "change-goal",
    method: "PUT",
    path: "/api/kpis/{dataSetId}/goal",
    summary: "Change what a data set is measured by, whether more of it is better, or its targets",
    permission: "kpis:write",
    scope: "none",
    parameters,
    body: change,
    answer: goal,
    problems: ["not_found", "limit_reached", ...platformProblems],
  }),
  readTargetProgress: defineRoute({
    name: "read-target-progress",
    method: "GET",
    path: "/api/kpis/{dataSetId}/target-progress",
    summary: "Read what each department that has a target has reached of it",
    permission: "kpis:read",
    scope: "all",
    parameters,
    grammar: z
      .object({
        /** A period or days. Month to date by default. */
        range: z.union([z.enum(presets), z.string()]),
        /** IANA name. */
        zone: z.string(),
        /**
         * `department:2` for a level of the tree, `department:Store` for a type. Otherwise, the
         * departments that own the targets.
         */
        group: z.string(),
      })
      .partial(),
    answer: behind,
    problems: ["small_groups", "too_many_requests", "took_too_long", ...platformProblems],
  }),
}
