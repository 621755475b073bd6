import "server-only"
import type { Catalogue } from "../../catalogue"
import { openPool } from "../../db"
import {
  createStore,
  findCopies,
  rememberOnce,
  type Store,
  replicaSchema as schema,
} from "../../records"
import type { Replica } from "../copies/replica"
import type { Copies } from "./copied-source"
import { createWholeLists, type WholeLists } from "./whole-source"

/** A page that a copy has not found by then is asked of the platform; the connections are nobody else's. */
const poolOptions = {
  max: 4,
  statementTimeoutMs: 3000,
  answerTimeoutMs: 4000,
  waitTimeoutMs: 1000,
}

/** The rows of the copies, for pages of lists. */
export function openCopies({
  databaseUrl,
  catalogue,
  replica,
  clock,
}: {
  readonly databaseUrl: string
  readonly catalogue: Catalogue
  readonly replica: Replica
  readonly clock: () => number
}): Copies & { readonly wholes: WholeLists; close(): Promise<void> } {
  const pool = openPool(databaseUrl, poolOptions)
  const opened = rememberOnce(async () => {
    const tables = await findCopies(pool, catalogue, { schema })
    return createStore({ pool, catalogue, schema, tables, clock })
  })
  const store = {
    readPage: async (...given: Parameters<Store["readPage"]>) =>
      (await opened()).readPage(...given),
    countRecords: async (...given: Parameters<Store["countRecords"]>) =>
      (await opened()).countRecords(...given),
  }
  return {
    replica,
    store,
    wholes: createWholeLists({ replica, store }),
    close: () => pool.end(),
  }
}
