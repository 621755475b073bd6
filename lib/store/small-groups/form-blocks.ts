import type { Band, BandPlace, PersonDay } from "./band"
import { commonDepartment, type DepartmentTree } from "./department-tree"

export interface BlockRule {
  /** The least number of people with a value in a band. */
  readonly least: number
  readonly tree: DepartmentTree
}

/** Points that are told together, so far. */
type Heap = PersonDay[]

const quarterMs = 15 * 60_000

/** Those who have a value: points without one say nothing of whom they name. */
function personsOf(heap: readonly PersonDay[]): Set<string> {
  const persons = new Set<string>()
  for (const { userId, valued } of heap) if (userId !== null && valued > 0) persons.add(userId)
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

/** What all points of a block have in common. */
function placeOf(heap: readonly PersonDay[], tree: DepartmentTree): BandPlace {
  const labels = new Set(heap.map(({ label }) => label))
  const departments = new Set(heap.map(({ departmentId }) => departmentId))
  const [label = null] = labels
  const [departmentId = null] = departments
  const common = departments.size > 1 ? commonDepartment(tree, departments) : undefined
  const floor = (ms: number) => Math.floor(ms / quarterMs) * quarterMs
  const first = heap.reduce(
    (least, entry) => Math.min(least, entry.first),
    Number.POSITIVE_INFINITY,
  )
  const last = heap.reduce((most, entry) => Math.max(most, entry.last), Number.NEGATIVE_INFINITY)
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
  points: number
  valued: number
  total: number
}

const addTo = (sum: Omit<Person, "userId">, { points, valued, total }: Omit<Person, "userId">) => {
  sum.points += points
  sum.valued += valued
  sum.total += total
}

/** People in the order of their means, so many together, and the last ones with those before them; points of nobody go with the first. */
function bandsOf(heap: readonly PersonDay[], least: number) {
  const persons = new Map<string, Person>()
  const nobody = { points: 0, valued: 0, total: 0 }
  for (const entry of heap) {
    const { userId } = entry
    const person = userId === null ? nobody : (persons.get(userId) ?? newPerson(userId))
    addTo(person, entry)
    if (userId !== null) persons.set(userId, person as Person)
  }
  const ranked: Person[] = []
  for (const person of persons.values())
    if (person.valued > 0) ranked.push(person)
    else addTo(nobody, person)
  ranked.sort(
    (one, other) =>
      one.total / one.valued - other.total / other.valued || (one.userId < other.userId ? -1 : 1),
  )
  const count = Math.max(1, Math.floor(ranked.length / least))
  return Array.from({ length: count }, (_, index) => {
    const end = index === count - 1 ? ranked.length : (index + 1) * least
    const members = ranked.slice(index * least, end)
    const sum = index === 0 ? { ...nobody } : { points: 0, valued: 0, total: 0 }
    for (const member of members) addTo(sum, member)
    return { persons: members.length, ...sum }
  })
}

const newPerson = (userId: string): Person => ({ userId, points: 0, valued: 0, total: 0 })

/** How points are put together within a month, from the finest to the coarsest. */
function* monthSteps({
  path,
  depth,
}: DepartmentTree): Generator<(entry: PersonDay) => string | undefined> {
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

/** Forms blocks of what comes in the order of days; holds one month of it, and what has found no block yet. */
class BlockFormer {
  private blocks = 0
  private left: Heap = []
  /** The block that takes in what at last has found none: the one that tells least, else the smallest. */
  private reserve: { heap: Heap; step: number } | undefined

  constructor(private readonly rule: BlockRule) {}

  *closeMonth(month: Heap): Generator<Band> {
    let open = month
    let step = 0
    for (const keyOf of monthSteps(this.rule.tree)) {
      const { groups, rest } = groupBy(open, keyOf)
      open = rest
      for (const heap of groups.values())
        if (this.isEnough(heap)) yield* this.form(heap, step)
        else for (const entry of heap) open.push(entry)
      step += 1
    }
    for (const entry of open) this.left.push(entry)
  }

  *closeYear(): Generator<Band> {
    const { groups } = groupBy(this.left, ({ day }) => day.slice(0, -6))
    this.left = []
    for (const heap of groups.values())
      if (this.isEnough(heap)) yield* this.form(heap, yearStep)
      else for (const entry of heap) this.left.push(entry)
  }

  *close(): Generator<Band> {
    if (this.isEnough(this.left)) yield* this.print(this.left)
    else if (this.reserve) for (const entry of this.left) this.reserve.heap.push(entry)
    if (this.reserve) yield* this.print(this.reserve.heap)
  }

  private isEnough(heap: Heap) {
    return personsOf(heap).size >= this.rule.least
  }

  private *form(heap: Heap, step: number): Generator<Band> {
    const { reserve } = this
    const isBetter =
      !reserve ||
      step > reserve.step ||
      (step === reserve.step && heap.length < reserve.heap.length)
    if (!isBetter) return yield* this.print(heap)
    this.reserve = { heap, step }
    if (reserve) yield* this.print(reserve.heap)
  }

  private *print(heap: Heap): Generator<Band> {
    const block = this.blocks
    this.blocks += 1
    const place = placeOf(heap, this.rule.tree)
    let days: string[] | null = [...new Set(heap.map(({ day }) => day))]
    for (const sums of bandsOf(heap, this.rule.least)) {
      yield { block, ...place, ...sums, days }
      days = null
    }
  }
}

const yearStep = 1000

/**
 * Divides points, which come in the order of their days, into blocks and bands (`docs/small-groups.md`):
 * each band holds at least so many people with values, and each point is in one of them, unless all
 * together have fewer; then there is none.
 */
export async function* formBlocks(
  days: AsyncIterable<PersonDay> | Iterable<PersonDay>,
  rule: BlockRule,
): AsyncGenerator<Band> {
  const former = new BlockFormer(rule)
  let month: Heap = []
  let at = ""
  for await (const entry of days) {
    const its = entry.day.slice(0, -3)
    if (its !== at) {
      yield* former.closeMonth(month)
      month = []
      if (its.slice(0, -3) !== at.slice(0, -3)) yield* former.closeYear()
      at = its
    }
    month.push(entry)
  }
  yield* former.closeMonth(month)
  yield* former.closeYear()
  yield* former.close()
}
