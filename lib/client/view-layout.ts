import { type Fields, type ListOperation, ownIdColumn } from "@/lib/catalogue"

export const densities = ["compact", "normal", "roomy"] as const
export type Density = (typeof densities)[number]

/** The limits of a column's width, in pixels. */
export const columnWidthRange = { least: 48, most: 1200 } as const

/**
 * The layout of a report's table; absent parts are the report's own. It never changes which rows
 * are requested.
 */
export interface ViewLayout {
  /** Names of the visible columns, in order. */
  readonly columns?: readonly string[]
  /** Whole pixels, by column name. */
  readonly widths?: Readonly<Record<string, number>>
  /** The columns that stay in place while the others scroll; empty for none. */
  readonly pinned?: readonly string[]
  readonly density?: Density
}

/**
 * The possible columns of a list: its fields, except those that are always null and aliases of
 * another.
 */
export function columnNames(operation: ListOperation, fields: Fields): string[] {
  const names = Object.entries(fields).flatMap(([name, { sameAs }]) =>
    operation.nulls?.includes(name) || (sameAs && Object.hasOwn(fields, sameAs)) ? [] : [name],
  )
  return operation.namedById ? [...names, ownIdColumn] : names
}

/** Parses a list of names; calls `drop` for each unknown or repeated one. */
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

/** The value in an address if no column is pinned. */
export const noneWord = "none"

const widthPattern = /^([^:]+):(\d{1,4})$/

/** Parses `name:240,type:120`; calls `drop` for each part that is not a column's width. */
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

/**
 * The search parameters of a layout, without the report's own values; equal layouts yield equal
 * text.
 */
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
