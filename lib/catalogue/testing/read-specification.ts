import { readFileSync } from "node:fs"
import { Facts } from "./facts"
import { readOperations } from "./read-operations"
import { readRecords } from "./read-records"
import { readRules } from "./read-rules"

const readDocument = (name: string) =>
  readFileSync(new URL(`../../../docs/specification/${name}`, import.meta.url), "utf8")

/** The two normative documents, as text. */
export const readDocuments = () => ({
  specification: readDocument("reporting-api.md"),
  decisions: readDocument("decisions.md"),
})

/**
 * Reads both documents into facts about records and operations. A contradiction keeps both values.
 */
export function readSpecification(specification: string, decisions: string): Facts {
  const facts = new Facts()
  const records = readRecords(facts, specification, decisions)
  const operations = readOperations(facts, specification, decisions, records)
  readRules(facts, specification, decisions, records.sections, operations)
  return facts
}
