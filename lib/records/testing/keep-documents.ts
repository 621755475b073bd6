import { type Catalogue, catalogue } from "@/lib/catalogue"
import { fitName, type Pool, quoteName } from "../../db"
import { printDocumentOf } from "../projection"
import { tablesOf } from "../tables"

/**
 * Makes the database create the documents of rows that a test writes itself, unless they are given.
 */
export async function keepDocuments(
  pool: Pool,
  schema: string,
  from: Catalogue = catalogue,
): Promise<void> {
  for (const table of tablesOf(from).values()) {
    const name = `${quoteName(schema)}.${quoteName(table.name)}`
    const make = `${quoteName(schema)}.${quoteName(fitName(`make_${table.name}_document`))}()`
    const trigger = `on ${name} for each row`
    await pool.query(`create function ${make} returns trigger language plpgsql as $make$ begin
      new.document := (select ${printDocumentOf(table)} from (select new.*) as written);
      return new; end $make$`)
    await pool.query(`create trigger document_of_new before insert ${trigger}
      when (new.document is null) execute function ${make}`)
    await pool.query(`create trigger document_of_changed before update ${trigger}
      when (new.document is not distinct from old.document) execute function ${make}`)
  }
}
