import type pg from "pg"
import { catalogue } from "@/lib/catalogue"
import { printRenewal } from "@/lib/records/stored-documents"
import { requireTable, tablesOf } from "@/lib/records/tables"

/**
 * Rewrites the documents of a service's records from their columns, after a test has written to the
 * columns directly.
 */
export async function renewDocuments(client: pg.Client, record: string): Promise<void> {
  await client.query(printRenewal(requireTable(tablesOf(catalogue), record), "reporting"))
}
