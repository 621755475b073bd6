import type { TreeDepartment } from "@/lib/catalogue"

/** For each department the one above it; null at the top. */
export type Parents = ReadonlyMap<string, string | null>

export const parentsOf = (departments: Iterable<TreeDepartment>): Parents =>
  new Map([...departments].map(({ id, parentId }) => [id, parentId]))

/** The tree as it will be once all of these have moved. */
export const afterMoves = (parents: Parents, moves: Parents): Parents =>
  new Map([...parents, ...moves])

/** Those that stand on a circle: from each of them the way up leads back to itself. */
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
 * The moves that would make a department stand below itself, also where only several of them together do.
 * Those that are left make no circle; circles that are there already concern nobody else.
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

/** How many departments stand above one; circles end where they close. */
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
 * The order in which departments can move one after the other without a circle on the way: by their depth
 * in the tree that comes of it, from the top down.
 */
export function orderMoves<T extends { readonly id: string }>(
  items: readonly T[],
  parents: Parents,
): T[] {
  const depths = new Map(items.map(({ id }) => [id, depthOf(id, parents)]))
  return items.toSorted((one, other) => (depths.get(one.id) ?? 0) - (depths.get(other.id) ?? 0))
}
