import "server-only"
import type { Catalogue } from "../../catalogue"
import { openPool, type Pool } from "../../db"
import { createStore, replicaSchema as schema } from "../../records"
import type { Replica } from "../copies/replica"
import { connectionLimits } from "../http/connection-limits"
import type { Copies } from "./copied-source"
import { createCoverages } from "./coverage"
import { peopleTable, type ShownOrders } from "./shown-order"
import {
  createWholeLists,
  createWholePages,
  type WholeLists,
  type WholePages,
} from "./whole-source"

/**
 * Pages that a copy does not return within these timeouts are requested from the platform; the pool
 * is not shared.
 */
const poolOptions = {
  max: connectionLimits.pages,
  statementTimeoutMs: 3000,
  answerTimeoutMs: 4000,
  waitTimeoutMs: 1000,
  // Keeps the bitmap of a text index exact: rechecking a page of rows takes seconds.
  workMemoryMb: 32,
}

interface OpenedCopies extends Copies {
  readonly wholes: WholeLists
  readonly wholePages: WholePages
  /** The pool for pages. */
  readonly pagesPool: Pool
  close(): Promise<void>
}

/**
 * The rows of copies, for pages of lists; whole lists are read through the pool for expensive
 * queries.
 */
export function openCopies({
  databaseUrl,
  expensivePool,
  catalogue,
  replica,
  clock,
  callsAMinute,
  orders,
}: {
  readonly databaseUrl: string
  readonly expensivePool: Pool
  readonly catalogue: Catalogue
  readonly replica: Replica
  readonly clock: () => number
  /** Calls made for copies in the last minute; null if calls are free. */
  readonly callsAMinute: () => Promise<number | null>
  readonly orders: ShownOrders
}): OpenedCopies {
  const ownPool = openPool(databaseUrl, poolOptions)
  const storeOver = (pool: Pool) =>
    createStore({ pool, catalogue, schema, people: peopleTable, clock })
  const store = storeOver(ownPool)
  const coverages = createCoverages({ catalogue, replica, callsAMinute })
  return {
    replica,
    store,
    coverages,
    orders,
    wholes: createWholeLists({ coverages, store }),
    wholePages: createWholePages({ coverages, orders, store: storeOver(expensivePool) }),
    pagesPool: ownPool,
    close: () => ownPool.end(),
  }
}
