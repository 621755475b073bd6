import type pg from "pg"
import { catalogue } from "@/lib/catalogue"
import { printRenewal } from "@/lib/records/stored-documents"
import { requireTable, tablesOf } from "@/lib/records/tables"

/** Has the documents of a service's records say what their columns do, after a test has written these itself. */
export async function renewDocuments(client: pg.Client, record: string): Promise<void> {
  await client.query(printRenewal(requireTable(tablesOf(catalogue), record), "reporting"))
}
