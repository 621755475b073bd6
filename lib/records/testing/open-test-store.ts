import { randomBytes } from "node:crypto"
import { inject } from "vitest"
import { type Catalogue, catalogue as platform } from "@/lib/catalogue"
import { openPool } from "../../db"
import { migrateCopies } from "../copies"
import { migrate } from "../migrate"
import { createStore, type StoreOptions } from "../store"

export const baseUrl = "http://reporting.test/api"

/** A schema name that no other test uses. */
export const uniqueSchema = () => `store_${randomBytes(6).toString("hex")}`

export const openTestPool = () => openPool(inject("databaseUrl"), { max: 4 })

interface TestStoreOptions extends Partial<Omit<StoreOptions, "pool">> {
  readonly catalogue?: Catalogue
  /** Whether to create the tables that copies need as well. */
  readonly isCopy?: boolean
}

/** Opens a store on a new, migrated schema; `close` ends its pool. */
export async function openTestStore({
  catalogue = platform,
  isCopy = false,
  ...options
}: TestStoreOptions = {}) {
  const schema = options.schema ?? uniqueSchema()
  const pool = openTestPool()
  await (isCopy ? migrateCopies : migrate)(pool, catalogue, { schema })
  const store = createStore({ pool, catalogue, ...options, schema })
  return {
    store,
    pool,
    schema,
    catalogue,
    async close() {
      await pool.end()
    },
  }
}
