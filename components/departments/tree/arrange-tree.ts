import type { TreeEntry } from "@/lib/client"

/**
 * Where a branch starts: at the top, under a parent that is not in the list, or in a cycle of
 * parents.
 */
export const treeGroups = ["top", "orphans", "circles"] as const
export type TreeGroup = (typeof treeGroups)[number]
/** The groups of departments without a place in the tree. */
export type MisplacedGroup = Exclude<TreeGroup, "top">

/** A department in the tree; its descendants follow it in order. */
export interface TreeNode {
  readonly entry: TreeEntry
  readonly group: TreeGroup
  /** Its index in the order, from 0. */
  readonly index: number
  /** The index after its last descendant. */
  readonly end: number
  /** 1 at the root of a branch. */
  readonly level: number
  /** The parent's index. */
  readonly parent: number | undefined
  /** True if its ancestors include itself. */
  readonly isInCircle: boolean
}

/** All departments, each exactly once, depth first, with siblings by name. */
export interface Tree {
  readonly nodes: readonly TreeNode[]
  /** Indexes by id. */
  readonly indexes: ReadonlyMap<string, number>
  /** The first index of each group, and the index after its last. */
  readonly groups: Readonly<Record<TreeGroup, { readonly start: number; readonly end: number }>>
  /** The level of the deepest department; 0 if there are none. */
  readonly depth: number
}

/** How many descendants a department has. */
export const countBelow = ({ index, end }: TreeNode): number => end - index - 1

type Entries = ReadonlyMap<string, TreeEntry>

const parentIn = (byId: Entries, { parentId }: TreeEntry) =>
  parentId === null ? undefined : byId.get(parentId)

/** The cycles of parents, each with its members in the order of the way up. */
function findCircles(byId: Entries): TreeEntry[][] {
  const circles: TreeEntry[][] = []
  const seenFrom = new Map<TreeEntry, TreeEntry>()
  for (const start of byId.values()) {
    const way: TreeEntry[] = []
    let at: TreeEntry | undefined = start
    while (at && !seenFrom.has(at)) {
      seenFrom.set(at, start)
      way.push(at)
      at = parentIn(byId, at)
    }
    if (at && seenFrom.get(at) === start) circles.push(way.slice(way.indexOf(at)))
  }
  return circles
}

/** The children of each parent, in order. */
function entriesBelow(entries: readonly TreeEntry[]): ReadonlyMap<string, TreeEntry[]> {
  const below = new Map<string, TreeEntry[]>()
  for (const entry of entries) {
    if (entry.parentId === null) continue
    const siblings = below.get(entry.parentId)
    if (siblings) siblings.push(entry)
    else below.set(entry.parentId, [entry])
  }
  return below
}

interface Placing {
  readonly below: ReadonlyMap<string, readonly TreeEntry[]>
  readonly circular: ReadonlySet<TreeEntry>
}

type MutableNode = { -readonly [Name in keyof TreeNode]: TreeNode[Name] }

/** Appends branches to the order without recursion: a chain may be as long as the list. */
function arrange(
  nodes: MutableNode[],
  roots: readonly TreeEntry[],
  group: TreeGroup,
  { below, circular }: Placing,
) {
  const beginning = new Set(roots)
  const waiting = roots.toReversed().map((entry) => ({ entry, level: 1, parent: -1 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { entry, level, parent } = next
    const index = nodes.length
    nodes.push({
      entry,
      group,
      index,
      end: index + 1,
      level,
      parent: parent < 0 ? undefined : parent,
      isInCircle: circular.has(entry),
    })
    for (const child of (below.get(entry.id) ?? []).toReversed())
      if (!beginning.has(child)) waiting.push({ entry: child, level: level + 1, parent: index })
  }
}

function closeBranches(nodes: readonly MutableNode[]) {
  for (const { end, parent } of nodes.toReversed()) {
    const above = parent === undefined ? undefined : nodes[parent]
    if (above) above.end = Math.max(above.end, end)
  }
}

/**
 * Arranges departments as a tree by parent. Those whose parent is not in the list, and cycles of
 * parents, start their own branches; a cycle starts with the first of its names.
 */
export function arrangeTree(departments: readonly TreeEntry[], locale: string): Tree {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const sorted = departments.toSorted((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
  const byId: Entries = new Map(sorted.map((entry) => [entry.id, entry]))
  const entries = [...byId.values()]
  const circles = findCircles(byId)
  const order = new Map(entries.map((entry, at) => [entry, at]))
  const orderOf = (entry: TreeEntry) => order.get(entry) ?? 0
  const heads = new Set(
    circles.map((circle) => circle.reduce((a, b) => (orderOf(b) < orderOf(a) ? b : a))),
  )
  const rootsOf = {
    top: entries.filter(({ parentId }) => parentId === null),
    orphans: entries.filter((entry) => entry.parentId !== null && !parentIn(byId, entry)),
    circles: entries.filter((entry) => heads.has(entry)),
  } as const satisfies Record<TreeGroup, readonly TreeEntry[]>

  const placing = {
    below: entriesBelow(entries),
    circular: new Set(circles.flat()),
  }
  const nodes: MutableNode[] = []
  const arrangeGroup = (group: TreeGroup) => {
    const start = nodes.length
    arrange(nodes, rootsOf[group], group, placing)
    return { start, end: nodes.length }
  }
  const groups = {
    top: arrangeGroup("top"),
    orphans: arrangeGroup("orphans"),
    circles: arrangeGroup("circles"),
  }
  closeBranches(nodes)
  const indexes = new Map(nodes.map(({ entry, index }) => [entry.id, index]))
  const depth = nodes.reduce((deepest, { level }) => Math.max(deepest, level), 0)
  return { nodes, indexes, groups, depth }
}

/** The path to a department: its ancestors, outermost first, and itself. */
export function pathTo({ nodes }: Tree, index: number): TreeNode[] {
  const path: TreeNode[] = []
  for (let at = nodes[index]; at; at = at.parent === undefined ? undefined : nodes[at.parent])
    path.push(at)
  return path.reverse()
}
