import type { AnonymousGroup, PartitionBounds, PersonDay } from "./anonymous-group"
import { commonDepartment, type DepartmentParents } from "./department-tree"

export interface PartitionRule {
  /** Minimum number of people with a fresh value in a group. */
  readonly minPeople: number
  readonly tree: DepartmentParents
  /**
   * Months and years that ended before this moment, in milliseconds, are complete: no more of their
   * points are expected. Absent if nothing was disclosed before. Then nothing waits, and points
   * without a partition join the coarsest one, so that totals are complete.
   */
  readonly overBefore?: number | undefined
}

/** Points collected for disclosure together. */
type Heap = PersonDay[]

const quarterMs = 15 * 60_000

/**
 * People with a value that was never disclosed. Points without a value reveal nothing about their
 * person.
 */
function freshPersonsOf(heap: readonly PersonDay[]): Set<string> {
  const persons = new Set<string>()
  for (const { userId, fresh } of heap) if (userId !== null && fresh > 0) persons.add(userId)
  return persons
}

function groupBy(heap: Iterable<PersonDay>, keyOf: (entry: PersonDay) => string | undefined) {
  const groups = new Map<string, Heap>()
  const rest: Heap = []
  for (const entry of heap) {
    const key = keyOf(entry)
    if (key === undefined) rest.push(entry)
    else {
      const group = groups.get(key)
      if (group) group.push(entry)
      else groups.set(key, [entry])
    }
  }
  return { groups, rest }
}

function boundsOf(heap: readonly PersonDay[], tree: DepartmentParents): PartitionBounds {
  const labels = new Set(heap.map(({ label }) => label))
  const departments = new Set(heap.map(({ departmentId }) => departmentId))
  const [label = null] = labels
  const [departmentId = null] = departments
  const common = departments.size > 1 ? commonDepartment(tree, departments) : undefined
  const floor = (ms: number) => Math.floor(ms / quarterMs) * quarterMs
  const first = heap.reduce((min, entry) => Math.min(min, entry.first), Number.POSITIVE_INFINITY)
  const last = heap.reduce((max, entry) => Math.max(max, entry.last), Number.NEGATIVE_INFINITY)
  return {
    ...(labels.size === 1 ? { label, labels: "one" } : { label: null, labels: "several" }),
    ...(departments.size === 1
      ? { departmentId, departments: "one" }
      : common === undefined
        ? { departmentId: null, departments: "several" }
        : { departmentId: common, departments: "below" }),
    since: floor(first),
    until: floor(last) + quarterMs,
  }
}

interface Person {
  readonly userId: string
  readonly heap: Heap
  valued: number
  total: number
  fresh: number
}

function personsOf(heap: readonly PersonDay[]): { persons: Person[]; others: Heap } {
  const found = new Map<string, Person>()
  const others: Heap = []
  for (const entry of heap) {
    const { userId, valued, total, fresh } = entry
    if (userId === null) {
      others.push(entry)
      continue
    }
    const person = found.get(userId) ?? { userId, heap: [], valued: 0, total: 0, fresh: 0 }
    found.set(userId, person)
    person.heap.push(entry)
    person.valued += valued
    person.total += total
    person.fresh += fresh
  }
  const persons: Person[] = []
  for (const person of found.values())
    if (person.valued > 0) persons.push(person)
    else for (const entry of person.heap) others.push(entry)
  return { persons, others }
}

/**
 * Groups people in the order of their means, `minPeople` with fresh values at a time. A smaller
 * last group joins the one before it. Points of nobody go to the first.
 */
function groupsOf(heap: readonly PersonDay[], minPeople: number) {
  const { persons, others } = personsOf(heap)
  persons.sort(
    (one, other) =>
      one.total / one.valued - other.total / other.valued || (one.userId < other.userId ? -1 : 1),
  )
  const groups: { persons: Person[]; heap: Heap }[] = []
  let next: Person[] = []
  for (const person of persons) {
    next.push(person)
    if (next.filter(({ fresh }) => fresh > 0).length < minPeople) continue
    groups.push({ persons: next, heap: groups.length === 0 ? others : [] })
    next = []
  }
  groups.at(-1)?.persons.push(...next)
  for (const group of groups)
    for (const person of group.persons) for (const entry of person.heap) group.heap.push(entry)
  return groups.map(({ persons: { length }, heap: own }) => ({
    persons: length,
    points: own.reduce((sum, { points }) => sum + points, 0),
    valued: own.reduce((sum, { valued }) => sum + valued, 0),
    total: own.reduce((sum, { total }) => sum + total, 0),
    days: [...new Set(own.map(({ day }) => day))],
    entries: own.map(({ entry }) => entry),
  }))
}

/**
 * The groupings within a month, from finest to coarsest. The first two also apply while it lasts.
 */
function* monthSteps({
  path,
  depth,
}: DepartmentParents): Generator<(entry: PersonDay) => string | undefined> {
  const text = (...parts: readonly (string | null)[]) => JSON.stringify(parts)
  yield ({ label, departmentId, day }) => text(label, departmentId, day)
  yield ({ label, departmentId }) => text(label, departmentId)
  for (let level = depth - 1; level >= 1; level -= 1)
    yield ({ label, departmentId }) => {
      const node = path(departmentId)?.at(-level)
      return node === undefined ? undefined : text(label, node)
    }
  yield ({ label }) => text(label)
  yield () => ""
}

const stepsOfOpenMonth = 2

/** The end of a UTC month, `2026-11`, or year, `2026`. */
const endOf = (period: string) => {
  const [year = 0, month = 12] = period.split("-").map(Number)
  return Date.UTC(year, month)
}

/**
 * Forms partitions from points in day order. Holds one month of them, and those without a partition
 * yet.
 */
class PartitionFormer {
  private left: Heap = []
  /**
   * The partition that finally takes the points left over: the least disclosing one, else the
   * smallest.
   */
  private reserve: { heap: Heap; step: number } | undefined

  constructor(private readonly rule: PartitionRule) {}

  *closeMonth(period: string, month: Heap): Generator<AnonymousGroup> {
    const isOver = this.isOver(period)
    let open = month
    let step = 0
    for (const keyOf of monthSteps(this.rule.tree)) {
      if (!isOver && step === stepsOfOpenMonth) return
      const { groups, rest } = groupBy(open, keyOf)
      open = rest
      for (const heap of groups.values())
        if (this.isEnough(heap)) yield* this.form(heap, step)
        else for (const entry of heap) open.push(entry)
      step += 1
    }
    for (const entry of open) this.left.push(entry)
  }

  *closeYear(): Generator<AnonymousGroup> {
    const { groups } = groupBy(this.left, ({ day }) => day.slice(0, -6))
    this.left = []
    for (const [year, heap] of groups)
      if (!this.isOver(year)) continue
      else if (this.isEnough(heap)) yield* this.form(heap, yearStep)
      else for (const entry of heap) this.left.push(entry)
  }

  *close(): Generator<AnonymousGroup> {
    if (this.isEnough(this.left)) yield* this.print(this.left)
    else if (this.reserve) for (const entry of this.left) this.reserve.heap.push(entry)
    if (this.reserve) yield* this.print(this.reserve.heap)
  }

  private isOver(period: string) {
    const { overBefore } = this.rule
    return overBefore === undefined || endOf(period) <= overBefore
  }

  private isEnough(heap: Heap) {
    return freshPersonsOf(heap).size >= this.rule.minPeople
  }

  private *form(heap: Heap, step: number): Generator<AnonymousGroup> {
    const { reserve } = this
    const isBetter =
      this.rule.overBefore === undefined &&
      (!reserve ||
        step > reserve.step ||
        (step === reserve.step && heap.length < reserve.heap.length))
    if (!isBetter) return yield* this.print(heap)
    this.reserve = { heap, step }
    if (reserve) yield* this.print(reserve.heap)
  }

  private *print(heap: Heap): Generator<AnonymousGroup> {
    const bounds = boundsOf(heap, this.rule.tree)
    for (const group of groupsOf(heap, this.rule.minPeople)) yield { ...bounds, ...group }
  }
}

const yearStep = 1000

/**
 * Divides waiting points, which come in day order, into partitions and groups
 * (`docs/small-groups.md`). Each group holds fresh values of at least `minPeople` people. Points
 * without a group keep waiting.
 */
export async function* formPartitions(
  days: AsyncIterable<PersonDay> | Iterable<PersonDay>,
  rule: PartitionRule,
): AsyncGenerator<AnonymousGroup> {
  const former = new PartitionFormer(rule)
  let month: Heap = []
  let at = ""
  for await (const entry of days) {
    const its = entry.day.slice(0, -3)
    if (its !== at) {
      yield* former.closeMonth(at, month)
      month = []
      if (its.slice(0, -3) !== at.slice(0, -3)) yield* former.closeYear()
      at = its
    }
    month.push(entry)
  }
  yield* former.closeMonth(at, month)
  yield* former.closeYear()
  yield* former.close()
}
