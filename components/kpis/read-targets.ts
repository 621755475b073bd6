import type { Separator } from "@/lib/catalogue"
import type { GoalChange, TreeEntry } from "@/lib/client"
import {
  createDepartmentFinder,
  findKey,
  type KeyFault,
  keyUses,
} from "@/lib/client/files/department-keys"
import type { ColumnUse } from "@/lib/client/files/guess-uses"
import type { FileTable } from "@/lib/client/files/read-csv"

type Target = NonNullable<GoalChange["targets"]>[number]

/** Why a row is not a target. */
export type TargetFault = KeyFault | "no_month" | "unclear_month" | "no_number" | "repeated_target"

export interface TargetProblem {
  readonly line: number
  readonly fault: TargetFault
  /** The text of the faulty cell. */
  readonly text: string
}

/** The parsed targets of a file; empty without a month and a value column. */
export interface ReadTargets {
  readonly missing: "month" | "value" | undefined
  readonly targets: readonly Target[]
  readonly problems: readonly TargetProblem[]
}

/**
 * Possible uses of the columns of a target file; without a department column, targets apply to the
 * whole data set.
 */
export const targetUses = (departments: readonly TreeEntry[]): ColumnUse[] => [
  ...keyUses(departments),
  {
    id: "month",
    heads: ["month", "period", "date", "måned", "periode", "dato", "Monat", "Zeitraum", "Datum"],
    fits: (value) => "month" in readMonth(value),
  },
  {
    id: "value",
    heads: ["target", "value", "budget", "mål", "værdi", "Ziel", "Zielwert", "Wert", "Soll"],
    fits: (value) => /^[-+]?[\d.,'\s]*\d$/.test(value),
  },
]

const monthOf = (year: string, month: number): { month: string } | { fault: "no_month" } =>
  month >= 1 && month <= 12
    ? { month: `${year}-${`${month}`.padStart(2, "0")}` }
    : { fault: "no_month" }

/**
 * Resolves a day and a month in either order: what cannot be a month is the day, and the first of a
 * month is its first day.
 */
function monthOfDay(year: string, one: number, other: number) {
  const [a, b] = [one, other].toSorted((x, y) => x - y) as [number, number]
  if (b > 31 || a < 1) return { fault: "no_month" } as const
  if (b > 12) return monthOf(year, a)
  if (a === b) return monthOf(year, a)
  return a === 1 ? monthOf(year, b) : ({ fault: "unclear_month" } as const)
}

/** Parses a month in the usual notations: 2026-11, 11/2026, 202611, or a day in it. */
export function readMonth(
  written: string,
): { readonly month: string } | { readonly fault: "no_month" | "unclear_month" } {
  const text = written.trim()
  const [, year, month] =
    /^(\d{4})[-/.]?(\d{2})(?:[-/.]\d{2}(?:T.*)?)?$/.exec(text) ??
    /^(\d{4})[-/.](\d{1,2})(?:[-/.]\d{1,2})?$/.exec(text) ??
    []
  if (year && month) return monthOf(year, Number(month))
  const [, own, ofYear] = /^(\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  if (own && ofYear) return monthOf(ofYear, Number(own))
  const [, one, other, inYear] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  if (one && other && inYear) return monthOfDay(inYear, Number(one), Number(other))
  return { fault: "no_month" }
}

const bare = (text: string) => text.replaceAll(/[\s'’\u00a0\u202f]/g, "")

/**
 * The decimal sign of a column: the later of both signs, or one not followed by groups of three
 * digits; else the convention of files with this separator.
 */
export function findDecimalSign(
  values: readonly string[],
  separator: Separator | undefined,
): "," | "." {
  for (const text of values.map(bare)) {
    const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")]
    if (comma >= 0 && point >= 0) return comma > point ? "," : "."
    const sign = comma >= 0 ? "," : point >= 0 ? "." : undefined
    if (!sign) continue
    const groups = text.split(sign)
    const isGrouped =
      /^[-+]?\d{1,3}$/.test(groups[0] ?? "") &&
      groups.slice(1).every((part) => /^\d{3}$/.test(part))
    if (groups.length > 2) return sign === "," ? "." : ","
    if (!isGrouped) return sign
  }
  return separator === ";" ? "," : "."
}

/** Parses a number with this decimal sign; undefined if it is not one. */
export function readNumber(text: string, decimal: "," | "."): number | undefined {
  const group = decimal === "," ? "." : ","
  const [whole = "", ...decimals] = bare(text).split(decimal)
  const parts = whole.split(group)
  const isWhole =
    /^[-+]?\d+$/.test(parts[0] ?? "") && parts.slice(1).every((part) => /^\d{3}$/.test(part))
  if (!isWhole || decimals.length > 1 || !decimals.every((part) => /^\d+$/.test(part)))
    return undefined
  return Number([parts.join(""), ...decimals].join("."))
}

/** Parses the targets of a file; the same department and month may occur only once. */
export function readTargets(
  table: FileTable,
  uses: readonly (string | null)[],
  departments: readonly TreeEntry[],
): ReadTargets {
  const [monthAt, valueAt] = [uses.indexOf("month"), uses.indexOf("value")]
  const missing = monthAt < 0 ? "month" : valueAt < 0 ? "value" : undefined
  if (missing) return { missing, targets: [], problems: [] }
  const key = findKey(uses)
  const find = key && createDepartmentFinder(key.field, departments)
  const textAt = (cells: readonly string[], at: number) => (cells[at] ?? "").trim()
  const isNumber = ({ kinds }: FileTable["rows"][number]) => kinds?.[valueAt] !== undefined
  const typed = table.rows
    .filter((row) => !isNumber(row))
    .map(({ cells }) => textAt(cells, valueAt))
  const decimal = findDecimalSign(typed, table.separator)
  const targets = new Map<string, Target>()
  const problems: TargetProblem[] = []
  for (const row of table.rows) {
    const { line, cells } = row
    const fail = (fault: TargetFault, at: number) =>
      problems.push({ line, fault, text: textAt(cells, at) })
    const found = find?.(textAt(cells, key?.at ?? 0)) ?? { id: "all" }
    const month = readMonth(textAt(cells, monthAt))
    const value = readNumber(textAt(cells, valueAt), isNumber(row) ? "." : decimal)
    if ("fault" in found) fail(found.fault, key?.at ?? 0)
    else if ("fault" in month) fail(month.fault, monthAt)
    else if (value === undefined) fail("no_number", valueAt)
    else {
      const target = { owner: found.id, month: month.month, value }
      const of = `${target.owner} ${target.month}`
      if (targets.has(of)) fail("repeated_target", monthAt)
      else targets.set(of, target)
    }
  }
  return { missing, targets: [...targets.values()], problems }
}
