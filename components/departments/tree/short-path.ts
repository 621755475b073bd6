import type { TreeNode } from "./arrange-tree"

/** A path as there is room for it: its beginning, how many are left out, and its end. */
export interface ShortPath {
  readonly start: readonly TreeNode[]
  readonly left: number
  readonly end: readonly TreeNode[]
}

const [atStart, atEnd] = [1, 3]

/** Leaves out the middle of a path that is long. */
export function shortenPath(path: readonly TreeNode[]): ShortPath {
  const left = path.length - atStart - atEnd
  if (left <= 1) return { start: [], left: 0, end: path }
  return { start: path.slice(0, atStart), left, end: path.slice(-atEnd) }
}
