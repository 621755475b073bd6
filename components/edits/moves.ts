import type { TreeDepartment } from "@/lib/catalogue"

/** The parent of each department; null at the top. */
export type Parents = ReadonlyMap<string, string | null>

export const parentsOf = (departments: Iterable<TreeDepartment>): Parents =>
  new Map([...departments].map(({ id, parentId }) => [id, parentId]))

/** The tree after all of these moves. */
export const afterMoves = (parents: Parents, moves: Parents): Parents =>
  new Map([...parents, ...moves])

/** The departments on a cycle, whose ancestors include themselves. */
function onCircles(parents: Parents): Set<string> {
  const circles = new Set<string>()
  const seenFrom = new Map<string, string>()
  for (const start of parents.keys()) {
    let at: string | null | undefined = start
    while (at !== null && at !== undefined && !seenFrom.has(at)) {
      seenFrom.set(at, start)
      at = parents.get(at)
    }
    if (at === null || at === undefined || seenFrom.get(at) !== start) continue
    for (let member = at; !circles.has(member); member = parents.get(member) ?? at)
      circles.add(member)
  }
  return circles
}

/**
 * The moves that would put a department below itself, also those that do so only in combination.
 * The remaining moves create no cycle; existing cycles do not affect other departments.
 */
export function findCircularMoves(parents: Parents, moves: Parents): Set<string> {
  const left = new Map(moves)
  const refused = new Set<string>()
  for (;;) {
    const circular = [...onCircles(afterMoves(parents, left))].filter((id) => left.has(id))
    if (circular.length === 0) return refused
    for (const id of circular) {
      refused.add(id)
      left.delete(id)
    }
  }
}

/** The number of ancestors; a cycle ends where it closes. */
function depthOf(id: string, parents: Parents): number {
  const seen = new Set<string>()
  let at: string | null | undefined = id
  while (at !== null && at !== undefined && !seen.has(at)) {
    seen.add(at)
    at = parents.get(at)
  }
  return seen.size
}

/**
 * Orders moves so that none creates a temporary cycle: by depth in the resulting tree, from the top
 * down.
 */
export function orderMoves<T extends { readonly id: string }>(
  items: readonly T[],
  parents: Parents,
): T[] {
  const depths = new Map(items.map(({ id }) => [id, depthOf(id, parents)]))
  return items.toSorted((one, other) => (depths.get(one.id) ?? 0) - (depths.get(other.id) ?? 0))
}
