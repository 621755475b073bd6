import { parseGuid } from "../guid"
import { type TreeDepartment, treeOf } from "./departments-at-level"
import type { Direction } from "./direction"
import type { Measure, SeriesQuery } from "./query"
import type { Target, TargetStep } from "./target"
import { isProRated, valueOn } from "./target-values"

/**
 * A monthly target, in force until the next one given: for the whole data set, for each department
 * of a level, or for one department with its descendants.
 */
export interface GoalTarget {
  /** `all`, `level:3` (1 is the top), or a department's id. */
  readonly owner: string
  /** `YYYY-MM`. */
  readonly month: string
  readonly value: number
}

/** A data set's measure, direction and targets. */
export interface DataSetGoal {
  readonly measure: Measure
  readonly direction: Direction
  readonly targets: readonly GoalTarget[]
}

const cannotBeAdded =
  /%|‰|percent|procent|prozent|score|index|indeks|rate|grade|°|\b(?:of|af|von) 100\b/iu

/**
 * The measure of a data set by its unit: scores and shares are averaged, everything else is summed.
 */
export const measureOf = (unit: string | undefined): "average" | "sum" =>
  cannotBeAdded.test(unit ?? "") ? "average" : "sum"

const levelOwner = /^level:([1-9]\d?)$/

export const isTargetOwner = (text: string): boolean =>
  text === "all" || levelOwner.test(text) || parseGuid(text) === text

const monthly = (steps: readonly TargetStep[]): Target => ({ name: "", period: "month", steps })

/** The steps of each owner, in order. */
function stepsByOwner(targets: readonly GoalTarget[]): ReadonlyMap<string, TargetStep[]> {
  const found = new Map<string, TargetStep[]>()
  for (const { owner, month, value } of targets) {
    const steps = found.get(owner) ?? []
    found.set(owner, steps)
    steps.push({ from: `${month}-01`, value })
  }
  for (const steps of found.values()) steps.sort((one, other) => (one.from < other.from ? -1 : 1))
  return found
}

/** The sum of several targets, in force where all of them are. */
function addUp(all: readonly (readonly TargetStep[])[]): TargetStep[] {
  const begins =
    all
      .map(([first]) => first?.from ?? "")
      .toSorted()
      .at(-1) ?? ""
  const days = new Set([begins, ...all.flat().map(({ from }) => from)])
  return [...days]
    .filter((day) => day >= begins)
    .toSorted()
    .map((from) => ({
      from,
      value: all.reduce((sum, steps) => sum + (valueOn(monthly(steps), from) ?? 0), 0),
    }))
}

/** The targets of a data set by department. */
export interface GoalTargets {
  /** The target for all points. */
  readonly total: () => Target | undefined
  /**
   * The target for a department with its descendants: its own, that of its level, or those of the
   * departments in it.
   */
  readonly within: (department: string) => Target | undefined
  /** A department's own target or that of its level. */
  readonly own: (department: string) => Target | undefined
  /** Departments with a target of their own or by level, with their levels. */
  readonly owners: () => ReadonlyMap<string, number>
}

/**
 * Assigns targets to departments. A department's own target overrides its level's. The target for
 * several departments is the sum of their targets, if the measure can be summed and each department
 * with points has a target or an ancestor with one. `reporting` are the departments with points.
 * The data set's target applies only to all points.
 */
export function goalTargets(
  { measure, targets }: DataSetGoal,
  departments: readonly TreeDepartment[],
  reporting: ReadonlySet<string>,
): GoalTargets {
  const given = stepsByOwner(targets)
  const { below, levelOf } = treeOf(departments)
  const stepsOf = (id: string) => given.get(id) ?? given.get(`level:${levelOf(id)}`)
  const targetOf = (steps: readonly TargetStep[] | undefined) => steps && monthly(steps)
  /** The sum of the topmost targets below some departments. Undefined if one is missing. */
  function together(roots: readonly string[]): Target | undefined {
    if (!isProRated(measure)) return undefined
    const found: TargetStep[][] = []
    const seen = new Set(roots)
    for (const id of seen) {
      const steps = stepsOf(id)
      if (steps) found.push(steps)
      else if (reporting.has(id)) return undefined
      else for (const child of below(id)) seen.add(child)
    }
    return found.length > 0 ? monthly(addUp(found)) : undefined
  }
  return {
    own: (id) => targetOf(stepsOf(id)),
    within: (id) => targetOf(stepsOf(id)) ?? together([id]),
    total() {
      const own = given.get("all")
      if (own) return monthly(own)
      const placed = departments.filter(({ id }) => levelOf(id) !== undefined)
      const known = new Set(placed.map(({ id }) => id))
      if ([...reporting].some((id) => !known.has(id))) return undefined
      return together(placed.flatMap(({ id, parentId }) => (parentId === null ? [id] : [])))
    },
    owners: () =>
      new Map(
        departments.flatMap(({ id }) => {
          const level = levelOf(id)
          return level !== undefined && stepsOf(id) ? [[id, level] as const] : []
        }),
      ),
  }
}

/**
 * Whether a question can be compared with a goal: it asks for the goal's measure over all points.
 */
export const hasGoal = (
  { measure, grouping, filters }: Pick<SeriesQuery, "measure" | "grouping" | "filters">,
  goal: Pick<DataSetGoal, "measure">,
): boolean =>
  measure === goal.measure &&
  filters.length === 0 &&
  (grouping === "none" || grouping === "department")
