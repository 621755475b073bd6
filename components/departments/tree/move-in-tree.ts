import { ownValue } from "@/lib/catalogue"
import type { TreeRow } from "./tree-rows"

/** What a key does in the tree: it goes to a row, or turns branches over. */
export type TreeMove = { readonly to: number } | { readonly turn: readonly string[] }

interface Key {
  readonly key: string
  /** How many rows a screenful holds. */
  readonly pageRows: number
}

const parentRow = (rows: readonly TreeRow[], at: number): number => {
  const level = rows[at]?.level ?? 1
  return rows.findLastIndex((row, index) => index < at && row.level < level)
}

function right(rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const row = rows[at]
  if (row?.isOpen === undefined) return undefined
  return row.isOpen ? { to: at + 1 } : { turn: [row.key] }
}

function left(rows: readonly TreeRow[], at: number): TreeMove | undefined {
  const row = rows[at]
  if (row?.isOpen) return { turn: [row.key] }
  const to = parentRow(rows, at)
  return to < 0 ? undefined : { to }
}

/** The closed ones among a row and its siblings. */
function closedSiblings(rows: readonly TreeRow[], at: number): string[] {
  const level = rows[at]?.level ?? 1
  const start = parentRow(rows, at) + 1
  const after = rows.findIndex((row, index) => index > at && row.level < level)
  return rows
    .slice(start, after < 0 ? rows.length : after)
    .flatMap((row) => (row.level === level && row.isOpen === false ? [row.key] : []))
}

/** What a key does on a row (WAI-ARIA treegrid pattern, rows alone); undefined for keys that do nothing there. */
export function moveInTree(
  rows: readonly TreeRow[],
  at: number,
  { key, pageRows }: Key,
): TreeMove | undefined {
  const go = (to: number) => ({ to: Math.max(0, Math.min(to, rows.length - 1)) })
  const steps: { readonly [key: string]: number } = {
    ArrowUp: -1,
    ArrowDown: 1,
    PageUp: -pageRows,
    PageDown: pageRows,
    Home: -rows.length,
    End: rows.length,
  }
  const step = ownValue(steps, key)
  if (step !== undefined) return go(at + step)
  if (key === "ArrowRight") return right(rows, at)
  if (key === "ArrowLeft") return left(rows, at)
  if (key === "*") return { turn: closedSiblings(rows, at) }
  return undefined
}

/** The next department, from a row on and around, whose name begins with what was typed. */
export function typeAhead(
  rows: readonly TreeRow[],
  from: number,
  typed: string,
): number | undefined {
  const wanted = typed.toLowerCase()
  for (let step = 0; step < rows.length; step++) {
    const at = (from + step) % rows.length
    const row = rows[at]
    if (row?.kind === "department" && row.node.entry.name.toLowerCase().startsWith(wanted))
      return at
  }
  return undefined
}
