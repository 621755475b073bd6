/** A department as the tree needs it. A null parent means it is at the top. */
export interface TreeDepartment {
  readonly id: string
  readonly parentId: string | null
  readonly type?: string | null
}

/**
 * For each department of the tree, the one that it counts for. Departments on a cycle, or below one
 * or an unknown department, are left out.
 */
export type DepartmentsAtLevel = ReadonlyMap<string, string>

type Above = ReadonlyMap<string, string | null>

/** The path from a department to the root. Undefined if the root is never reached. */
function pathUp(id: string, above: Above): string[] | undefined {
  const path: string[] = []
  const seen = new Set<string>()
  let at: string | null = id
  while (at !== null) {
    const parent: string | null | undefined = above.get(at)
    if (parent === undefined || seen.has(at)) return undefined
    seen.add(at)
    path.push(at)
    at = parent
  }
  return path
}

const aboveOf = (departments: Iterable<TreeDepartment>): Above =>
  new Map([...departments].map(({ id, parentId }) => [id, parentId]))

/**
 * The department at a level of the tree, 1 is the top, that each department counts for. Departments
 * above the level count for themselves, so that nothing is lost.
 */
export function departmentsAtLevel(
  departments: Iterable<TreeDepartment>,
  level: number,
): DepartmentsAtLevel {
  const above = aboveOf(departments)
  const atLevel = new Map<string, string>()
  for (const id of above.keys()) {
    const path = pathUp(id, above)
    const ancestor = path?.at(-Math.min(level, path.length))
    if (ancestor !== undefined) atLevel.set(id, ancestor)
  }
  return atLevel
}

/**
 * For each department, its highest ancestor of a type, including itself. Departments without one
 * are left out. The highest, so that all descendants of a department count for the same one as it
 * does.
 */
export function departmentsOfType(
  departments: Iterable<TreeDepartment>,
  type: string,
): DepartmentsAtLevel {
  const all = [...departments]
  const above = aboveOf(all)
  const ofType = new Set(all.flatMap((each) => (each.type === type ? [each.id] : [])))
  const found = new Map<string, string>()
  for (const { id } of all) {
    const highest = pathUp(id, above)?.findLast((each) => ofType.has(each))
    if (highest !== undefined) found.set(id, highest)
  }
  return found
}

/**
 * A tree of departments: the children of one, and its level, 1 for the top. Undefined for
 * departments on a cycle or below an unknown one.
 */
export function treeOf(departments: readonly TreeDepartment[]) {
  const above = aboveOf(departments)
  const below = childrenOf(departments)
  return {
    below: (id: string): readonly string[] => below.get(id) ?? [],
    levelOf: (id: string): number | undefined => pathUp(id, above)?.length,
  }
}

/** Department types at each level of the tree, from the top, most frequent first. */
export function typesByLevel(departments: Iterable<TreeDepartment>): string[][] {
  const all = [...departments]
  const above = aboveOf(all)
  const counts: Map<string, number>[] = []
  for (const { id, type } of all) {
    const depth = pathUp(id, above)?.length
    if (depth === undefined || !type) continue
    const level = counts[depth - 1] ?? new Map<string, number>()
    counts[depth - 1] = level.set(type, (level.get(type) ?? 0) + 1)
  }
  return Array.from(counts, (level) =>
    [...(level ?? [])].toSorted(([, one], [, other]) => other - one).map(([type]) => type),
  )
}

function childrenOf(departments: Iterable<TreeDepartment>): ReadonlyMap<string, readonly string[]> {
  const below = new Map<string, string[]>()
  for (const { id, parentId } of departments)
    if (parentId !== null) below.set(parentId, [...(below.get(parentId) ?? []), id])
  return below
}

/** A department and its descendants. Only itself if it is outside the tree. */
export function departmentsBelow(departments: Iterable<TreeDepartment>, id: string): string[] {
  const below = childrenOf(departments)
  const found = new Set([id])
  for (const at of found) for (const child of below.get(at) ?? []) found.add(child)
  return [...found]
}
