import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { catalogue } from "@/lib/catalogue"
import { spreadTableNames } from "@/lib/records"
import { root } from "../root"

/** Where the statements of a run of the tests are, a file for each process that ran some. */
export const statementsFolder = join(root, ".data", "test", "statements")

/** A statement as a program sent it. */
export interface SentStatement {
  readonly text: string
  /** Whether it came with values, whereupon the server takes one statement only. */
  readonly hasValues: boolean
}

interface StatementRule {
  /** What Citus says or does. */
  readonly name: string
  readonly isBroken: (statement: SentStatement) => boolean
}

/** Without the texts in quotes and the comments, in which anything may stand; names in quotes stay. */
const bare = (text: string) =>
  text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--[^\n]*/g, " ")
    .replaceAll(/\s+/g, " ")
    .toLowerCase()

const writes = (text: string) => /\b(?:insert into|update|delete from) /.test(bare(text))

/** What a row of a `values` list begins with, up to the bracket that closes it. */
function hasSelectInValues(text: string): boolean {
  const plain = bare(text)
  for (const { index } of plain.matchAll(/\bvalues \(/g)) {
    let depth = 0
    for (let at = plain.indexOf("(", index); at < plain.length; at += 1) {
      if (plain[at] === "(") depth += 1
      if (plain[at] === ")") depth -= 1
      if (depth === 0) break
      if (/^select\b/.test(plain.slice(at, at + 7))) return true
    }
  }
  return false
}

/** Functions whose answer hangs on the session or the moment. */
const unsteady =
  /\b(?:to_json|row_to_json|json_build_object|json_build_array|json_agg|now|clock_timestamp|random|gen_random_uuid|to_char) ?\(/

/** The part of a write that the workers compute: what is set, and what is returned of it. */
const computedBy = (text: string) =>
  [
    ...bare(text).matchAll(
      /\bupdate [^;]*? set (.*?)(?: where | from |$)|\breturning (.*?)(?:\)|$)/g,
    ),
  ]
    .map(([, set = "", returned = ""]) => `${set} ${returned}`)
    .join(" ")

/** The tables beside the copies that stay on the coordinator, as the numbered migrations make them. */
function listLocalTables(): string[] {
  const folder = join(root, "lib", "db", "migrations", "replica")
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))
  const made = files.flatMap((text) => [...text.matchAll(/create table (?:if not exists )?(\w+)/g)])
  const spread = spreadTableNames(catalogue)
  return made.map(([, name = ""]) => name).filter((name) => !spread.includes(name))
}

const localTable = new RegExp(
  `\\b(?:from|join) (?:"?\\w+"?\\.)?"?(?:${listLocalTables().join("|")})"?\\b`,
)

/** A subquery over a spread table that is compared with what stands outside of it. */
const correlated = new RegExp(
  `\\bfrom (?:"?\\w+"?\\.)?"?(?:${spreadTableNames(catalogue).join("|")})"? where [^()]*?[=<>] ?\\w+\\.\\w`,
)

/** What Citus refuses of statements over spread tables, as found on a real one (docs/citus.md). */
export const statementRules: readonly StatementRule[] = [
  {
    name: "an empty select list",
    isBroken: ({ text }) => /\bselect from\b/.test(bare(text)),
  },
  {
    name: "a row's place in its file (ctid)",
    isBroken: ({ text }) => /\bctid\b/.test(bare(text)),
  },
  { name: "a subquery in VALUES", isBroken: ({ text }) => hasSelectInValues(text) },
  {
    name: "a function that is not immutable, set or returned by a write",
    isBroken: ({ text }) => writes(text) && unsteady.test(computedBy(text)),
  },
  {
    name: "a subquery over a spread table that hangs on one that stays on the coordinator",
    isBroken: ({ text }) => localTable.test(bare(text)) && correlated.test(bare(text)),
  },
  {
    name: "several statements in one that is prepared",
    isBroken: ({ text, hasValues }) => hasValues && /;\s*\S/.test(bare(text)),
  },
]

/** Of which rules a statement would be refused, where it names one of the tables that are spread. */
export function refusalsOf(statement: SentStatement, spreadTables: readonly string[]): string[] {
  const names = spreadTables.filter((table) =>
    new RegExp(`"?\\b${table}\\b"?`).test(statement.text),
  )
  if (names.length === 0) return []
  return statementRules.filter(({ isBroken }) => isBroken(statement)).map(({ name }) => name)
}
