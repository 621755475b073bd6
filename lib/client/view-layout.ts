import { type Fields, type ListOperation, ownIdColumn } from "@/lib/catalogue"

export const densities = ["compact", "normal", "roomy"] as const
export type Density = (typeof densities)[number]

/** The widths a column can have, in pixels. */
export const columnWidthRange = { least: 48, most: 1200 } as const

/** How a report's table is laid out; what is absent is the report's own. It never changes which rows are asked for. */
export interface ViewLayout {
  /** The names of the shown columns in their order. */
  readonly columns?: readonly string[]
  /** Whole pixels, by column name. */
  readonly widths?: Readonly<Record<string, number>>
  /** The columns that stay at the start while the others scroll; empty where none do. */
  readonly pinned?: readonly string[]
  readonly density?: Density
}

/** The columns that a list can show: its fields, without those that it always leaves null and second names of one value. */
export function columnNames(operation: ListOperation, fields: Fields): string[] {
  const names = Object.entries(fields).flatMap(([name, { sameAs }]) =>
    operation.nulls?.includes(name) || (sameAs && Object.hasOwn(fields, sameAs)) ? [] : [name],
  )
  return operation.namedById ? [...names, ownIdColumn] : names
}

/** The field that a column shows. */
export const fieldOfColumn = (column: string): string => (column === ownIdColumn ? "id" : column)

/** Reads a list of names; `drop` is told of each that is unknown or named before. */
export function parseNames(
  text: string,
  known: readonly string[],
  drop: (name: string) => void,
): string[] | undefined {
  const names: string[] = []
  for (const name of text.split(","))
    if (known.includes(name) && !names.includes(name)) names.push(name)
    else drop(name)
  return names.length > 0 ? names : undefined
}

/** What an address says where no column is pinned. */
export const noneWord = "none"

const widthPattern = /^([^:]+):(\d{1,4})$/

/** Reads `name:240,type:120`; `drop` is told of each part that is no width of a column. */
export function parseWidths(
  text: string,
  known: readonly string[],
  drop: (part: string) => void,
): Record<string, number> | undefined {
  const widths: Record<string, number> = {}
  for (const part of text.split(",")) {
    const [, name = "", digits = ""] = widthPattern.exec(part) ?? []
    const width = Number(digits)
    const fits = width >= columnWidthRange.least && width <= columnWidthRange.most
    if (known.includes(name) && !Object.hasOwn(widths, name) && fits) widths[name] = width
    else drop(part)
  }
  return Object.keys(widths).length > 0 ? widths : undefined
}

export const parseDensity = (text: string): Density | undefined =>
  densities.find((density) => density === text)

/** The parts of a layout as an address holds them, without those that are the report's own; equal layouts give equal text. */
export function printLayout({ columns, widths, pinned, density }: ViewLayout): [string, string][] {
  const sized = Object.entries(widths ?? {})
    .map(([name, width]) => `${name}:${Math.round(width)}`)
    .sort()
  const parts: [string, string][] = [
    ["columns", columns?.join(",") ?? ""],
    ["widths", sized.join(",")],
    ["pinned", (pinned?.length === 0 ? noneWord : pinned?.join(",")) ?? ""],
    ["density", density === "normal" ? "" : (density ?? "")],
  ]
  return parts.filter(([, text]) => text !== "")
}
