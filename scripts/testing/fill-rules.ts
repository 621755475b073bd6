import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A test, or a group of tests, and the rules that it proves. */
export interface Proof {
  readonly file: string
  readonly title: string
  readonly rules: readonly string[]
}

const folders = ["app", "bench", "components", "e2e", "lib", "scripts", "service"]
const marker = /^[ \t]*\/\/ rules: (.+)\n/gm
const title = /(?:\b(?:it|test|describe)|\))\(\s*(["'`])(.+?)\1,/

/** What a file's markers say: `// rules: 8.6, Paging 4`, in one line or several, above a test or a group; a marker above none throws. */
export function proofsIn(file: string, source: string): Proof[] {
  const proofs: Proof[] = []
  let end = -1
  for (const found of source.matchAll(marker)) {
    const rules = (found[1] ?? "").split(",").flatMap((rule) => rule.trim() || [])
    const before = found.index === end ? proofs.pop() : undefined
    end = found.index + found[0].length
    const marked = title.exec(source.slice(end))?.[2]
    if (!marked) throw new Error(`${file}: there is no test below "rules: ${found[1]}".`)
    proofs.push({ file, title: marked, rules: [...(before?.rules ?? []), ...rules] })
  }
  return proofs
}

/** All markers of the project's tests, by file and then in the order in which they stand there. */
export const proofsOf = (root: string): Proof[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && !file.includes("node_modules"))
        .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
    )
    .toSorted()
    .flatMap((file) => proofsIn(file, readFileSync(join(root, file), "utf8")))

/** A table's row as its cells; undefined for any other line. */
export const cellsOfRow = (line: string): string[] | undefined =>
  line.startsWith("| ")
    ? line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, ""))
    : undefined

/** The rules of a table of rules, what it says of each, and what its last column says. */
export const rulesIn = (document: string): [rule: string, text: string, proofs: string][] =>
  document.split("\n").flatMap((line): [string, string, string][] => {
    const [rule = "", text = "", proofs = ""] = cellsOfRow(line) ?? []
    return /^(Rule|Section)?$/.test(rule) ? [] : [[rule, text, proofs]]
  })

/** The document with the last column of its tables made from the proofs, `—` where there is none; a proof of a rule that it does not have throws. */
export function fillRules(document: string, proofs: readonly Proof[]): string {
  const known = new Set(rulesIn(document).map(([rule]) => rule))
  const unknown = proofs.flatMap(({ file, rules }) =>
    rules.filter((rule) => !known.has(rule)).map((rule) => `${file}: "${rule}"`),
  )
  if (unknown.length > 0) throw new Error(`docs/rules.md has no such rules: ${unknown.join(", ")}.`)
  const provedBy = (rule: string) => {
    const of = proofs.filter(({ rules }) => rules.includes(rule))
    return [...new Set(of.map((proof) => `\`${proof.file}\` ${proof.title}`))].join("<br>")
  }
  const fill = (line: string) => {
    const [rule = "", text] = cellsOfRow(line) ?? []
    return known.has(rule) ? `| ${rule} | ${text} | ${provedBy(rule) || "—"} |` : line
  }
  return document.split("\n").map(fill).join("\n")
}
