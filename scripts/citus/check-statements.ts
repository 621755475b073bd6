import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { catalogue } from "@/lib/catalogue"
import { spreadTableNames } from "@/lib/records"
import type { Outcome } from "../testing/step"
import { refusalsOf, type SentStatement, statementsFolder } from "./statement-rules"

const sentSchema = z.object({ text: z.string(), hasValues: z.boolean() })

/** The statements that the programs sent while the tests ran, each text once. */
function readStatements(): SentStatement[] {
  if (!existsSync(statementsFolder)) return []
  const lines = readdirSync(statementsFolder).flatMap((file) =>
    readFileSync(join(statementsFolder, file), "utf8").split("\n").filter(Boolean),
  )
  const sent = lines.map((line) => sentSchema.parse(JSON.parse(line)))
  return [...new Map(sent.map((each) => [each.text, each])).values()]
}

/** Before the tests run. */
export const forgetStatements = () => rmSync(statementsFolder, { recursive: true, force: true })

/** Test schemas have names of chance: without them a statement of many tests is one. */
const withoutSchema = ({ text }: SentStatement) =>
  text.replaceAll(/"[a-z]+_[\da-f]{8,12}"\./g, "").replaceAll(/\$\d+/g, "$")

/** Filling documents of rows that a version before them wrote: a spread database has none (`isSpread`). */
const isNotSent = ({ text }: SentStatement) => /\bas filled set "document_/.test(text)

/** What tests send by `query` of a test service, whose caller the recorder cannot see behind the wait for a connection. */
const isOfTest = ({ text }: SentStatement) => text.startsWith("set search_path to ")

/** Fewer statements than this over spread tables were not recorded rather than not sent. */
const leastSeen = 100

/** Which of the statements that the tests had the programs send a Citus cluster would refuse. */
export async function checkStatements(): Promise<Outcome> {
  const spread = spreadTableNames(catalogue)
  const isOver = ({ text }: SentStatement) => spread.some((table) => text.includes(table))
  const statements = readStatements().filter(
    (each) => isOver(each) && !isNotSent(each) && !isOfTest(each),
  )
  const distinct = new Map(statements.map((each) => [withoutSchema(each), each]))
  const refused = [...distinct.values()].flatMap((statement) =>
    refusalsOf(statement, spread).map((rule) => `Citus refuses ${rule}: ${statement.text}`),
  )
  console.log(`${distinct.size} statements over spread tables, ${refused.length} refused.`)
  const isSeen = distinct.size >= leastSeen
  const unseen = isSeen
    ? []
    : [`Only ${distinct.size} statements over spread tables were recorded.`]
  const failures = [...refused, ...unseen]
  return { passed: failures.length === 0 ? 1 : 0, failures }
}
