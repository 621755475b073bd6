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

/** Where an export goes on: the next page, and the queries of the lists that come after this one. */
export interface ExportPosition extends ListPosition {
  readonly ahead: readonly string[]
  /** True as long as rows that were taken may come again. */
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

/** The position after a page: its next page, else the next list; null at the end. */
export function positionAfter(
  { ahead: [first, ...ahead], repeats }: ExportPosition,
  next: ListPosition | null,
): ExportPosition | null {
  if (next) return { ...next, ahead: first === undefined ? [] : [first, ...ahead], repeats }
  return first === undefined ? null : { search: first, following: false, ahead, repeats }
}

/** How a job's own pages are read again: as JSON text, from 1 on. */
export interface StoredPages {
  readonly pages: number
  readonly readPage: (number: number) => Promise<readonly Row[]>
}

/** 32 bytes of whatever length: a job may hold millions of rows. */
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

/** A position after the last row that was taken, by its key, and what may come again there. */
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
