/** The kinds of values in the compared tables' columns. */
export type GridValueKind = "text" | "code" | "integer" | "double" | "boolean" | "moment"

/** One of the twelve columns; its width is in pixels. */
export interface GridColumnPlan {
  readonly name: string
  readonly kind: GridValueKind
  readonly width: number
}

export const gridColumns: readonly GridColumnPlan[] = [
  { name: "name", kind: "text", width: 240 },
  { name: "status", kind: "text", width: 132 },
  { name: "label", kind: "text", width: 132 },
  { name: "departmentCode", kind: "code", width: 120 },
  { name: "count", kind: "integer", width: 110 },
  { name: "value", kind: "double", width: 120 },
  { name: "share", kind: "double", width: 110 },
  { name: "isActive", kind: "boolean", width: 100 },
  { name: "creationDateTime", kind: "moment", width: 176 },
  { name: "lastModifiedDateTime", kind: "moment", width: 176 },
  { name: "language", kind: "text", width: 110 },
  { name: "description", kind: "text", width: 260 },
]

/** A row of the compared tables. */
export type GridRow = Readonly<Record<string, string | number | boolean | null>>

const statuses = ["Approved", "Pending", "Rejected", "Draft"]
const labels = ["Food", "Home", "Garden", "Toys", "Sports"]
const cities = ["Aarhus", "Berlin", "Copenhagen", "Dresden", "Esbjerg", "Frankfurt", "Hamburg"]
const languages = ["da-DK", "de-DE", "en-GB"]
const start = Date.UTC(2024, 0, 1)

const pick = (texts: readonly string[], index: number) => texts[index % texts.length] ?? ""
const moment = (minutes: number) => new Date(start + minutes * 60_000).toISOString()

/** The same rows on every call. */
export const listGridRows = (count: number): GridRow[] =>
  Array.from({ length: count }, (_, index) => {
    const spread = (index * 104_729) % 1_000_003
    return {
      name: `Store ${index + 1}, ${pick(cities, spread)}`,
      status: pick(statuses, spread),
      label: pick(labels, index),
      departmentCode: spread.toString(16).padStart(8, "0"),
      count: spread % 5_000,
      value: index % 500 === 0 ? null : spread / 100,
      share: (spread % 1_000) / 1_000,
      isActive: index % 3 !== 0,
      creationDateTime: moment(index * 7),
      lastModifiedDateTime: moment(index * 7 + (spread % 50_000)),
      language: pick(languages, spread),
      description: `Counted at ${pick(cities, index)} in week ${(spread % 52) + 1}, round ${index % 9}`,
    }
  })
