import { createHash } from "node:crypto"
import type { RecordName } from "@/lib/catalogue"
import { countsFor } from "./counts"
import { generators } from "./records"

/** A generated row of any record, as tests see it. */
export interface AnyRow {
  readonly scope: { readonly [parameter: string]: string }
  readonly values: { readonly [field: string]: unknown }
}

export const recordNames = Object.keys(generators) as RecordName[]

export function* readDemoRows(record: RecordName, scale: number): Generator<AnyRow> {
  for (const { scope, values } of generators[record](countsFor(scale)))
    yield { scope, values: { ...values } }
}

export const printDemoRow = (row: AnyRow): string => JSON.stringify([row.scope, row.values])

/** One hash over every row of a scale, in order. */
export function hashRows(scale: number): string {
  const hash = createHash("sha256")
  for (const record of recordNames)
    for (const row of readDemoRows(record, scale)) hash.update(`${record} ${printDemoRow(row)}\n`)
  return hash.digest("hex")
}

/** A record's rows, split into the lists of their path parameters. */
export function listsOf(record: RecordName, scale: number): AnyRow[][] {
  const lists = new Map<string, AnyRow[]>()
  for (const row of readDemoRows(record, scale)) {
    const key = JSON.stringify(row.scope)
    const list = lists.get(key)
    if (list) list.push(row)
    else lists.set(key, [row])
  }
  return [...lists.values()]
}
