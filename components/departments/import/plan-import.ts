import type { TreeEntry } from "@/lib/client"
import {
  createDepartmentFinder,
  foldName,
  type KeyFault,
  type KeyField,
} from "@/lib/client/files/department-keys"
import type { FileRow, FileTable } from "@/lib/client/files/read-csv"
import type { JsonDocument } from "@/lib/json-patch"
import type { DesiredChange } from "../../edits/plan-changes"
import { type EnteredCell, findWarnings } from "./find-warnings"
import type { ImportColumns, ValueColumn } from "./import-columns"
import {
  type CellReading,
  type ExpectedCell,
  readCell,
  readPhone,
  withoutFormulaMarks,
} from "./read-cell"

/** Faults of a row that are found before any department is read. */
export type RowFault = KeyFault | "repeated_department" | "too_many_cells" | `not_${ExpectedCell}`

/** A fault of a row, with its column and the other line that it refers to. */
export interface RowProblem {
  readonly line: number
  readonly fault: RowFault
  /** The column's name in the file. */
  readonly column?: string
  readonly otherLine?: number
}

/**
 * The contents of a file: changes of valid rows, faults of the others, how many rows change
 * nothing, and how many cells had surrounding blanks.
 */
export interface ImportPlan {
  readonly desired: readonly DesiredChange[]
  readonly problems: readonly RowProblem[]
  readonly empty: number
  readonly trimmed: number
}

interface Write {
  readonly path: readonly string[]
  readonly value: unknown
}

const asObject = (value: unknown): JsonDocument =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonDocument)
    : {}

const isSameText = (one: unknown, other: unknown) =>
  typeof one === "string" && typeof other === "string" && one.trim() === other.trim()

/**
 * Sets a value at a path, unless it differs from the text there only by surrounding spaces; an
 * object whose parts are all empty becomes empty.
 */
function writeAt(into: JsonDocument, { path: [name = "", ...rest], value }: Write): JsonDocument {
  if (rest.length === 0) return isSameText(into[name], value) ? into : { ...into, [name]: value }
  const inner = writeAt(asObject(into[name]), { path: rest, value })
  const isEmpty = Object.values(inner).every((part) => part === null)
  return { ...into, [name]: isEmpty ? null : inner }
}

/** True if the department still has the key that a row names. */
const isNamed = (current: JsonDocument, key: KeyField, name: string) =>
  key === "id" ||
  (key === "name" ? foldName(`${current["name"]}`) === foldName(name) : current[key] === name)

interface ReadRow {
  readonly writes: readonly Write[]
  readonly problems: readonly RowProblem[]
  readonly cells: readonly EnteredCell[]
}

/** A column whose empty cells may clear values. */
interface PlannedColumn extends ValueColumn {
  readonly clears: boolean
}

interface RowReading {
  readonly table: FileTable
  readonly columns: readonly PlannedColumn[]
  readonly splitPhone: ImportColumns["splitPhone"]
}

/** A number alone leaves the country code unchanged. */
function writesOf({ path, field }: ValueColumn, reading: CellReading): Write[] {
  if (reading.kind === "clear") return [{ path, value: null }]
  if (reading.kind !== "value") return []
  const { value } = reading
  return field.type === "object" && typeof value === "string"
    ? [{ path: [...path, "number"], value }]
    : [{ path, value }]
}

function readRow({ cells, line, kinds = {} }: FileRow, reading: RowReading): ReadRow {
  const { table, columns, splitPhone } = reading
  const writes: Write[] = []
  const problems: RowProblem[] = []
  const entered: EnteredCell[] = []
  for (const column of columns) {
    const { at, path, field } = column
    const text = cells[at] ?? ""
    const read =
      column.id === "phoneNumber"
        ? readPhone(text, table.separator, splitPhone)
        : readCell(field, text, table.separator)
    const isClearing = read.kind === "leave" && column.clears
    writes.push(...writesOf(column, isClearing ? { kind: "clear" } : read))
    if (read.kind === "value")
      entered.push({
        column: path.join("."),
        path,
        field,
        text: typeof read.value === "string" ? read.value : text.trim(),
        kind: kinds[at],
      })
    if (read.kind === "unreadable")
      problems.push({ line, fault: `not_${read.expected}`, column: table.head.cells[at] ?? "" })
  }
  const beyond = cells.slice(table.head.cells.length).some((cell) => cell.trim() !== "")
  if (beyond) problems.unshift({ line, fault: "too_many_cells" })
  return { writes, problems, cells: entered }
}

const countTrimmed = ({ rows }: FileTable, columns: readonly ValueColumn[]) =>
  rows.reduce(
    (sum, { cells }) =>
      sum +
      columns.filter(({ at }) => {
        const cell = cells[at] ?? ""
        return cell.trim() !== "" && cell !== cell.trim()
      }).length,
    0,
  )

/**
 * Plans the changes of a file's rows against the departments of the tree. A department may occur
 * only once: repeated rows are faulty. An empty cell leaves its value unchanged, unless its
 * column's id is among those that clear.
 */
export function planImport(
  table: FileTable,
  { key, values, splitPhone }: ImportColumns,
  departments: readonly TreeEntry[],
  clearing: readonly string[] = [],
): ImportPlan {
  const columns = values.map((column) => ({
    ...column,
    clears: clearing.includes(column.id) && !column.field.required,
  }))
  const find = createDepartmentFinder(key.field, departments)
  const lines = new Map<string, number>()
  const desired: DesiredChange[] = []
  const problems: RowProblem[] = []
  let empty = 0
  for (const row of table.rows) {
    const { line } = row
    const name = withoutFormulaMarks((row.cells[key.at] ?? "").trim(), table.separator)
    const found = find(name)
    if ("fault" in found) {
      problems.push({ line, fault: found.fault, column: table.head.cells[key.at] ?? "" })
      continue
    }
    const otherLine = lines.get(found.id)
    if (otherLine !== undefined) {
      problems.push({ line, fault: "repeated_department", otherLine })
      continue
    }
    lines.set(found.id, line)
    const { writes, problems: own, cells } = readRow(row, { table, columns, splitPhone })
    problems.push(...own)
    if (own.length > 0) continue
    if (writes.length === 0) empty += 1
    else
      desired.push({
        id: found.id,
        line,
        desire: (current) =>
          isNamed(current, key.field, name)
            ? { target: writes.reduce<JsonDocument>(writeAt, current) }
            : { conflict: [`/${key.field}`] },
        warningsOf: (current) => findWarnings(cells, current),
      })
  }
  return { desired, problems, empty, trimmed: countTrimmed(table, values) }
}

export interface EmptyCells {
  readonly id: string
  /** Its name in the file. */
  readonly name: string
  readonly count: number
}

/** The columns with empty cells whose fields are optional. */
export const findEmptyCells = (
  { head, rows }: FileTable,
  { values }: Pick<ImportColumns, "values">,
): EmptyCells[] =>
  values
    .filter(({ field }) => !field.required)
    .map(({ id, at }) => ({
      id,
      name: head.cells[at] ?? id,
      count: rows.filter(({ cells }) => (cells[at] ?? "").trim() === "").length,
    }))
    .filter(({ count }) => count > 0)
