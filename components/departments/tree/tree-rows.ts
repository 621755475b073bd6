import type { TreeEntry } from "@/lib/client"
import { fold } from "../../ui/rank-options"
import {
  type MisplacedGroup,
  type Tree,
  type TreeGroup,
  type TreeNode,
  treeGroups,
} from "./arrange-tree"

/** The departments that match a search, with their ancestors. */
export interface FoundInTree {
  /** True for the indexes of matches and their ancestors. */
  readonly isShown: (index: number) => boolean
  readonly isMatch: (index: number) => boolean
  /** True if a visible row is below. */
  readonly hasShownBelow: (index: number) => boolean
  /** Indexes of the matches, in order. */
  readonly matches: readonly number[]
}

const matcher = (text: string) => {
  const wanted = fold(text)
  return ({ id, name, externalId, city }: TreeEntry) =>
    fold(name).includes(wanted) ||
    (externalId !== null && fold(externalId).includes(wanted)) ||
    (city !== null && fold(city).includes(wanted)) ||
    id.startsWith(wanted)
}

/**
 * Matches words in names, external ids and cities, and ids by their prefix; ignores case and
 * accents. Undefined without a search.
 */
export function findInTree({ nodes }: Tree, text: string): FoundInTree | undefined {
  const wanted = text.trim()
  if (wanted === "") return undefined
  const holds = matcher(wanted)
  const matching = nodes.map(({ entry }) => holds(entry))
  const shown = [...matching]
  const shownBelow = nodes.map(() => false)
  for (let index = nodes.length - 1; index >= 0; index--) {
    const parent = nodes[index]?.parent
    if (!shown[index] || parent === undefined) continue
    shown[parent] = true
    shownBelow[parent] = true
  }
  return {
    isShown: (index) => shown[index] === true,
    isMatch: (index) => matching[index] === true,
    hasShownBelow: (index) => shownBelow[index] === true,
    matches: nodes.flatMap(({ index }) => (matching[index] ? [index] : [])),
  }
}

/** Which branches are open: all above a level, inverted for the ids in `turned`. */
export interface Openness {
  /** How many levels are visible; at least 1. */
  readonly levels: number
  readonly turned: ReadonlySet<string>
}

interface RowPosition {
  /** 1 for rows without a parent. */
  readonly level: number
  /** Its position among its siblings, from 1, and their number. */
  readonly position: number
  readonly siblings: number
  /** Undefined if it has no children. */
  readonly isOpen: boolean | undefined
}

/** The heading of departments without a place in the tree. */
export interface HeadingRow extends RowPosition {
  readonly kind: "heading"
  /** The group, in place of an id. */
  readonly key: MisplacedGroup
  /** How many departments are under it. */
  readonly count: number
}

export interface DepartmentRow extends RowPosition {
  readonly kind: "department"
  /** The department's id. */
  readonly key: string
  readonly node: TreeNode
}

export type TreeRow = HeadingRow | DepartmentRow

type Draft =
  | (Omit<HeadingRow, "siblings"> & { readonly under: string })
  | (Omit<DepartmentRow, "siblings"> & { readonly under: string })

const isOpenAt = (key: string, level: number, { levels, turned }: Openness) =>
  level < levels !== turned.has(key)

/** Headings are open by default. */
const isHeadingOpen = (group: TreeGroup, { turned }: Openness) => !turned.has(group)

/** The visible rows of a tree; with a search, only matches and their ancestors. */
export function treeRows(tree: Tree, openness: Openness, found?: FoundInTree): TreeRow[] {
  const drafts: Draft[] = []
  const counts = new Map<string, number>()
  const count = (under: string) => {
    const position = (counts.get(under) ?? 0) + 1
    counts.set(under, position)
    return position
  }
  const hasBelow = (node: TreeNode) =>
    found ? found.hasShownBelow(node.index) : node.end > node.index + 1

  const putHeading = (key: MisplacedGroup): boolean => {
    const { start, end } = tree.groups[key]
    const isOpen = isHeadingOpen(key, openness)
    const position = { level: 1, position: count(""), isOpen, under: "" }
    drafts.push({ kind: "heading", key, count: end - start, ...position })
    return isOpen
  }
  const putNode = (node: TreeNode, isUnderHeading: boolean): boolean => {
    const { id } = node.entry
    const isOpen = hasBelow(node) ? isOpenAt(id, node.level, openness) : undefined
    const above = node.parent === undefined ? undefined : tree.nodes[node.parent]?.entry.id
    const under = above ?? (isUnderHeading ? node.group : "")
    const position = { level: node.level + Number(isUnderHeading), position: count(under), isOpen }
    drafts.push({ kind: "department", key: id, node, ...position, under })
    return isOpen === true
  }
  const isGroupShown = ({ start, end }: Tree["groups"][TreeGroup]) =>
    tree.nodes.slice(start, end).some(({ index }) => !found || found.isShown(index))

  for (const group of treeGroups) {
    const range = tree.groups[group]
    const isHeaded = group !== "top"
    if (!isGroupShown(range) || (group !== "top" && !putHeading(group))) continue
    for (let index = range.start; index < range.end; ) {
      const node = tree.nodes[index]
      if (!node) break
      const goesDown = (!found || found.isShown(index)) && putNode(node, isHeaded)
      index = goesDown ? index + 1 : node.end
    }
  }
  return drafts.map(({ under, ...row }) => ({ ...row, siblings: counts.get(under) ?? 1 }))
}

/** The openness that reveals the last department of a path by opening its ancestors. */
export function revealed(openness: Openness, path: readonly TreeNode[]): Openness {
  const turned = new Set(openness.turned)
  for (const { entry, level, end, index } of path.slice(0, -1))
    if (end > index + 1 && !isOpenAt(entry.id, level, openness)) toggle(turned, entry.id)
  const group = path[0]?.group
  if (group && group !== "top") turned.delete(group)
  return { ...openness, turned }
}

function toggle(turned: Set<string>, key: string) {
  if (!turned.delete(key)) turned.add(key)
}

/** The openness with these branches inverted. */
export function turnedOver(openness: Openness, keys: readonly string[]): Openness {
  const turned = new Set(openness.turned)
  for (const key of keys) toggle(turned, key)
  return { ...openness, turned }
}

/**
 * The number of levels to open initially: as many as show at most this many rows, but at least one.
 */
export function openingLevels({ nodes, depth }: Tree, maxRows: number): number {
  const atLevel = new Array<number>(depth + 1).fill(0)
  for (const { level } of nodes) atLevel[level] = (atLevel[level] ?? 0) + 1
  let levels = 1
  let rows = atLevel[1] ?? 0
  while (levels < depth && rows + (atLevel[levels + 1] ?? 0) <= maxRows) {
    levels += 1
    rows += atLevel[levels] ?? 0
  }
  return levels
}
