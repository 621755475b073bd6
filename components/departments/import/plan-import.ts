import { parseGuid, type Separator } from "@/lib/catalogue"
import type { TreeEntry } from "@/lib/client"
import type { JsonDocument } from "@/lib/json-patch"
import type { DesiredChange } from "../../edits/plan-changes"
import { type ExpectedCell, readCell, withoutFormulaMarks } from "./read-cell"
import type { KeyField, ReadColumns, ValueColumn } from "./read-columns"
import type { CsvRow } from "./read-csv"

/** What is wrong with a row before any department is read. */
export type RowFault =
  | "key_missing"
  | "key_no_guid"
  | "unknown_id"
  | "unknown_external_id"
  | "ambiguous_external_id"
  | "repeated_department"
  | "too_many_cells"
  | `not_${ExpectedCell}`

/** A fault of a row, with the column that it is in and the other line that it speaks of. */
export interface RowProblem {
  readonly line: number
  readonly fault: RowFault
  /** The column's name as the file has it. */
  readonly column?: string
  readonly otherLine?: number
}

/** What a file wants: the changes of rows that can be tried, what is wrong with the others, and how many want nothing. */
export interface ImportPlan {
  readonly desired: readonly DesiredChange[]
  readonly problems: readonly RowProblem[]
  readonly empty: number
}

export interface ImportTable {
  readonly separator: Separator | undefined
  readonly head: CsvRow
  readonly rows: readonly CsvRow[]
}

/** A value to be set at a path. */
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

/** The object with a value at a path, unless a text there differs by spaces around it alone; an object whose every part is empty is empty itself. */
function writeAt(into: JsonDocument, { path: [name = "", ...rest], value }: Write): JsonDocument {
  if (rest.length === 0) return isSameText(into[name], value) ? into : { ...into, [name]: value }
  const inner = writeAt(asObject(into[name]), { path: rest, value })
  const isEmpty = Object.values(inner).every((part) => part === null)
  return { ...into, [name]: isEmpty ? null : inner }
}

/** The values of a row, unless the department has got another external id than the row names. */
const desireOf =
  (writes: readonly Write[], externalId: string | undefined): DesiredChange["desire"] =>
  (current) =>
    externalId === undefined || current["externalId"] === externalId
      ? { target: writes.reduce<JsonDocument>(writeAt, current) }
      : { conflict: ["/externalId"] }

type Found = { readonly id: string } | { readonly fault: RowFault }

/** Finds departments by what the first column holds. */
function createFinder(key: KeyField, departments: readonly TreeEntry[]) {
  const ids = new Set(departments.map(({ id }) => id))
  const byExternalId = new Map<string, string[]>()
  for (const { id, externalId } of departments)
    if (externalId !== null)
      byExternalId.set(externalId, [...(byExternalId.get(externalId) ?? []), id])
  const findId = (text: string): Found => {
    const id = parseGuid(text)
    if (id === undefined) return { fault: "key_no_guid" }
    return ids.has(id) ? { id } : { fault: "unknown_id" }
  }
  const findExternal = (text: string): Found => {
    const [found, another] = byExternalId.get(text) ?? []
    if (found === undefined) return { fault: "unknown_external_id" }
    return another === undefined ? { id: found } : { fault: "ambiguous_external_id" }
  }
  return (text: string): Found => {
    if (text === "") return { fault: "key_missing" }
    return key === "id" ? findId(text) : findExternal(text)
  }
}

interface ReadRow {
  readonly writes: readonly Write[]
  readonly problems: readonly RowProblem[]
}

/** A column whose empty cells may have been chosen to clear. */
interface PlannedColumn extends ValueColumn {
  readonly clears: boolean
}

function readRow(
  { cells, line }: CsvRow,
  columns: readonly PlannedColumn[],
  { separator, head }: ImportTable,
): ReadRow {
  const writes: Write[] = []
  const problems: RowProblem[] = []
  for (const { at, path, field, clears } of columns) {
    const reading = readCell(field, cells[at] ?? "", separator)
    if (reading.kind === "clear" || (reading.kind === "leave" && clears))
      writes.push({ path, value: null })
    if (reading.kind === "value") writes.push({ path, value: reading.value })
    if (reading.kind !== "unreadable") continue
    problems.push({ line, fault: `not_${reading.expected}`, column: head.cells[at] ?? "" })
  }
  const beyond = cells.slice(head.cells.length).some((cell) => cell.trim() !== "")
  return { writes, problems: beyond ? [{ line, fault: "too_many_cells" }, ...problems] : problems }
}

/**
 * What the rows of a file want, by the departments as the tree has them. Each department counts once:
 * a row that names one again is at fault. An empty cell leaves its value alone, unless its column is among
 * those, by id, whose empty cells clear.
 */
export function planImport(
  table: ImportTable,
  read: Pick<ReadColumns, "columns">,
  key: KeyField,
  departments: readonly TreeEntry[],
  clearing: readonly string[] = [],
): ImportPlan {
  const columns = read.columns.map((column) => ({
    ...column,
    clears: clearing.includes(column.id) && !column.field.required,
  }))
  const find = createFinder(key, departments)
  const lines = new Map<string, number>()
  const desired: DesiredChange[] = []
  const problems: RowProblem[] = []
  let empty = 0
  for (const row of table.rows) {
    const { line } = row
    const name = withoutFormulaMarks((row.cells[0] ?? "").trim(), table.separator)
    const found = find(name)
    if ("fault" in found) {
      problems.push({ line, fault: found.fault, column: table.head.cells[0] ?? "" })
      continue
    }
    const otherLine = lines.get(found.id)
    if (otherLine !== undefined) {
      problems.push({ line, fault: "repeated_department", otherLine })
      continue
    }
    lines.set(found.id, line)
    const read = readRow(row, columns, table)
    problems.push(...read.problems)
    if (read.problems.length > 0) continue
    if (read.writes.length === 0) empty += 1
    else
      desired.push({
        id: found.id,
        line,
        desire: desireOf(read.writes, key === "id" ? undefined : name),
      })
  }
  return { desired, problems, empty }
}

/** A column with empty cells, and how many. */
export interface EmptyCells {
  readonly id: string
  /** Its name as the file has it. */
  readonly name: string
  readonly count: number
}

/** The columns with empty cells whose fields need not have a value. */
export const findEmptyCells = (
  { head, rows }: ImportTable,
  { columns }: Pick<ReadColumns, "columns">,
): EmptyCells[] =>
  columns
    .filter(({ field }) => !field.required)
    .map(({ id, at }) => ({
      id,
      name: head.cells[at] ?? id,
      count: rows.filter(({ cells }) => (cells[at] ?? "").trim() === "").length,
    }))
    .filter(({ count }) => count > 0)
