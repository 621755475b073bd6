import { departmentsBelow, type TreeDepartment } from "@/lib/catalogue"

/** Paths from departments to the root, starting with themselves. */
export interface DepartmentParents {
  readonly departments: readonly TreeDepartment[]
  /** Undefined for a department outside the tree, on a cycle or below one. */
  path(id: string | null): readonly string[] | undefined
  /** Number of levels. */
  readonly depth: number
  below(id: string): ReadonlySet<string>
}

/** Caches each path. */
export function departmentTree(departments: readonly TreeDepartment[]): DepartmentParents {
  const parents = new Map(departments.map(({ id, parentId }) => [id, parentId]))
  const paths = new Map<string, readonly string[] | undefined>()
  const belows = new Map<string, ReadonlySet<string>>()
  function find(id: string): readonly string[] | undefined {
    const path = new Set<string>()
    for (let at: string | null | undefined = id; at !== null; at = parents.get(at)) {
      if (at === undefined || !parents.has(at) || path.has(at)) return undefined
      path.add(at)
    }
    return [...path]
  }
  function path(id: string | null) {
    if (id === null) return undefined
    if (!paths.has(id)) paths.set(id, find(id))
    return paths.get(id)
  }
  function below(id: string) {
    const found = belows.get(id) ?? new Set(departmentsBelow(departments, id))
    belows.set(id, found)
    return found
  }
  const depth = departments.reduce((max, { id }) => Math.max(max, path(id)?.length ?? 0), 0)
  return { departments, path, depth, below }
}

/** The lowest department that contains all of these. Undefined if there is none. */
export function commonDepartment(
  tree: DepartmentParents,
  ids: Iterable<string | null>,
): string | undefined {
  let shared: readonly string[] | undefined
  for (const id of ids) {
    const path = tree.path(id)
    if (!path) return undefined
    const before: readonly string[] = shared ?? path
    shared = before.filter((each) => path.includes(each))
  }
  return shared?.[0]
}
