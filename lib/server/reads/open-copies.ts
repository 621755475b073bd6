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

/** A page that a copy has not found by then is asked of the platform; the connections are nobody else's. */
const poolOptions = {
  max: connectionLimits.pages,
  statementTimeoutMs: 3000,
  answerTimeoutMs: 4000,
  waitTimeoutMs: 1000,
  // Rows that an index of texts has found stay exact: to check a page of them again takes seconds.
  workMemoryMb: 32,
}

interface OpenedCopies extends Copies {
  readonly wholes: WholeLists
  readonly wholePages: WholePages
  /** The connections over which pages are read. */
  readonly pagesPool: Pool
  close(): Promise<void>
}

/** The rows of the copies, for pages of lists; who reads a whole list to its end does so over the pool for what is expensive. */
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
  /** Calls that copies have made in the last minute; null where calls cost nothing. */
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
