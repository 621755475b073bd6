import { type Goal, type Row, ratioOf, reachesGoal } from "./row"

const head = ["", "figure", "baseline", "", "ratio", "goal"]

/** Three significant digits, or all digits of a larger whole number. */
const printNumber = (value: number) =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en")
    : `${Number(value.toPrecision(3))}`

const printGoal = (goal: Goal) => ("atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`)

const printVerdict = (row: Row) =>
  row.goal ? `${printGoal(row.goal)} ${reachesGoal(row) ? "reached" : "missed"}` : ""

const cellsOf = (row: Row) => [
  row.name,
  `${printNumber(row.figure)} ${row.unit}`,
  `${printNumber(row.baseline.figure)} ${row.unit}`,
  row.baseline.name,
  ratioOf(row).toPrecision(3),
  printVerdict(row),
]

/** The rows as a Markdown table, which is readable in a terminal too. */
export function printRows(rows: readonly Row[]): string {
  const lines = [head, ...rows.map(cellsOf)]
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? "").length)),
  )
  const print = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`
  const rule = `| ${widths.map((width) => "-".repeat(Math.max(3, width))).join(" | ")} |`
  return [print(head), rule, ...lines.slice(1).map(print)].join("\n")
}
