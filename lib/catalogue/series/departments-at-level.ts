/** A department as the tree needs it; null: it has none above it. */
export interface TreeDepartment {
  readonly id: string
  readonly parentId: string | null
  readonly type?: string | null
}

/** For each department of the tree the one that it counts for; those left out stand on a cycle, or below one or a department that is unknown. */
export type DepartmentsAtLevel = ReadonlyMap<string, string>

type Above = ReadonlyMap<string, string | null>

/** From a department up to the top; undefined where that is never reached. */
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
 * The department at a level of the tree, 1 the top, that each department counts for; one that is higher
 * than the level counts for itself, so that nothing is lost.
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
 * The highest department of a type that each department is of or below; those that have none are left out. The highest,
 * so that all below a department count for the same one as it does.
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

/** A tree by its departments: those directly below one, and the level of one, 1 the top; undefined where it stands on a cycle or below an unknown one. */
export function treeOf(departments: readonly TreeDepartment[]) {
  const above = aboveOf(departments)
  const below = childrenOf(departments)
  return {
    below: (id: string): readonly string[] => below.get(id) ?? [],
    levelOf: (id: string): number | undefined => pathUp(id, above)?.length,
  }
}

/** The types of the departments at each level of the tree, the top first, at each the most frequent first. */
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

/** A department and all below it; itself alone where the tree does not hold it. */
export function departmentsBelow(departments: Iterable<TreeDepartment>, id: string): string[] {
  const below = childrenOf(departments)
  const found = new Set([id])
  for (const at of found) for (const child of below.get(at) ?? []) found.add(child)
  return [...found]
}
