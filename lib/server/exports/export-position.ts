import { createHash } from "node:crypto"
import {
  type Catalogue,
  continueAfter,
  type ListQuery,
  printListQuery,
  type Row,
  TakenRows,
} from "../../catalogue"
import type { ListPosition } from "../../platform"
import type { ReadOrder } from "./export-order"

/** Where an export continues: the next page, and the queries of the lists after this one. */
export interface ExportPosition extends ListPosition {
  readonly ahead: readonly string[]
  /** True while rows that were already exported may occur again. */
  readonly repeats: boolean
}

const print = ({ operation }: ReadOrder, query: ListQuery) =>
  printListQuery(operation, query).toString()

export const firstPosition = (order: ReadOrder): ExportPosition => ({
  search: print(order, order.query),
  following: false,
  ahead: [],
  repeats: false,
})

/** The position after a page: its next page, or else the next list; null at the end. */
export function positionAfter(
  { ahead: [first, ...ahead], repeats }: ExportPosition,
  next: ListPosition | null,
): ExportPosition | null {
  if (next) return { ...next, ahead: first === undefined ? [] : [first, ...ahead], repeats }
  return first === undefined ? null : { search: first, following: false, ahead, repeats }
}

/** A job's own pages, numbered from 1. */
export interface StoredPages {
  readonly pages: number
  readonly readPage: (number: number) => Promise<readonly Row[]>
}

/** A fixed 32 bytes per row, since a job may hold millions of rows. */
const digest = (content: string) => createHash("sha256").update(content).digest().toString("latin1")

async function collectTaken({ pages, readPage }: StoredPages, mayRepeat: (row: Row) => boolean) {
  const taken = new TakenRows([], digest)
  for (let number = pages; number > 0; number -= 1) {
    const rows = await readPage(number)
    for (const row of rows) if (mayRepeat(row)) taken.add(row)
    if (rows[0] && !mayRepeat(rows[0])) break
  }
  return taken
}

/** Continues by key after the last exported row, with the rows that may occur again there. */
export async function continueByKey(
  catalogue: Catalogue,
  order: ReadOrder,
  stored: StoredPages,
): Promise<{ position: ExportPosition; taken: TakenRows; isTied: (row: Row) => boolean }> {
  const last = stored.pages > 0 ? (await stored.readPage(stored.pages)).at(-1) : undefined
  if (!last) return { position: firstPosition(order), taken: new TakenRows(), isTied: () => false }
  const { operation, query } = order
  const { queries, mayRepeat } = continueAfter(catalogue, operation, query, last)
  const [search = "", ...ahead] = queries.map((each) => print(order, each))
  const taken = await collectTaken(stored, mayRepeat)
  return { position: { search, following: false, ahead, repeats: true }, taken, isTied: mayRepeat }
}
