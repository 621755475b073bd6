import type { Facts } from "./facts"
import {
  allMatches,
  readSentence,
  sectionOf,
  splitList,
  subsectionsOf,
  tableRows,
} from "./markdown"
import { findRecord, type RecordSection } from "./read-records"

/** The records that were read before and that operations refer to. */
export interface ReadRecords {
  readonly sections: readonly RecordSection[]
  readonly fieldNames: (section: RecordSection) => ReadonlySet<string>
}

/** An operation of section 4; `key` is for example `GET /v1.4/departments`. */
interface ReadOperation {
  readonly key: string
  readonly kind: "list" | "single" | "patch"
  readonly record: RecordSection
  readonly parameters: readonly string[]
}

const order = (property: string, direction: string) =>
  direction === "descending" ? `-${property}` : property

/** The record that a paragraph's "returns …" names; only content views are described instead. */
function readRecord(paragraph: string, sections: readonly RecordSection[]): RecordSection {
  if (paragraph.includes("users who viewed or swiped a post"))
    return findRecord(sections, "content view")
  const single = /`\{data: ([\w ]+)\}`/.exec(paragraph)?.[1]
  const [list = ""] = single
    ? [single]
    : readSentence(paragraph, /[Rr]eturns? ([\w ]+?)(?: of [\w ]+)?\./)
  return findRecord(sections, list)
}

class OperatorReader {
  private readonly all: string
  private readonly equality: ReadonlyMap<string, string>
  private readonly status: string

  constructor(decisions: string) {
    const text = sectionOf(decisions, "Filters")
    this.all = readSentence(text, /Operators: `([a-z ]+)`/)[0] ?? ""
    this.equality = new Map(
      [...text.matchAll(/(guid|boolean): [^.]*`([a-z ]+)` only\./g)].map(
        ([, type = "", few = ""]) => [type, few],
      ),
    )
    this.status =
      readSentence(text, /Stage review `status` is filterable \(`([a-z ]+)`, section 3\)/)[0] ?? ""
  }

  of = (type: string) => this.equality.get(type) ?? this.all
  /** Section 3 calls it filterable, section 4.4 omits it, and the decisions give its operators. */
  stageReviewStatus = () => `string F ${this.status}`
}

function readProperties(
  facts: Facts,
  { key, record }: ReadOperation,
  paragraph: string,
  operators: OperatorReader,
  fieldNames: ReadonlySet<string>,
) {
  const returnedAs = /sorted as `(\w+)`, and returned as `(\w+)`/.exec(record.text)
  const bullet = /^- (\w+) (\w+) (F S|F|S)(?: only)?(?: \((v[\d.]+) only\))?$/gm
  for (const [, name = "", type = "", flags = "", version] of paragraph.matchAll(bullet)) {
    if (version && !key.includes(`/${version}/`)) continue
    const compared = flags.includes("F") ? ` ${operators.of(type)}` : ""
    const field = returnedAs?.[1] === name ? ` as ${returnedAs[2]}` : ""
    facts.add(`${key} property ${name}`, `${type} ${flags}${compared}${field}`)
    if (!field && !fieldNames.has(name)) facts.add(`${record.number} hidden ${name}`, type)
  }
}

function readList(facts: Facts, { key }: ReadOperation, paragraph: string) {
  const [, fallback, max] = /[Ll]imit default (\d+), max (\d+)\./.exec(paragraph) ?? []
  facts.add(`${key} limit`, `${fallback}/${max}`)
  const sort = /Default sort is (\w+) (ascending|descending)/.exec(paragraph)
  if (sort) facts.add(`${key} default sort`, order(sort[1] ?? "", sort[2] ?? ""))
}

function readOperation(
  facts: Facts,
  method: string,
  path: string,
  paragraph: string,
  records: ReadRecords,
): ReadOperation {
  const key = `${method} ${path}`
  const record = readRecord(paragraph, records.sections)
  const single = method === "GET" && paragraph.includes("`{data: ")
  const kind = method === "PATCH" ? "patch" : single ? "single" : "list"
  const parameters = allMatches(path, /\{(\w+)\}/g)
  const stated = /Path: ([\w, ]+) \(guid, required\)/.exec(paragraph)?.[1]?.split(", ") ?? []
  facts.add(`${key} kind`, kind)
  facts.add(`${key} record`, record.number)
  facts.add(`${key} path parameters`, parameters.join(", "))
  facts.add(`${key} path parameters`, stated.join(", "))
  const holders = kind === "list" ? parameters : parameters.slice(0, -1)
  facts.add(`${record.number} scope`, holders.join(", "))
  if (kind === "single" && records.fieldNames(record).has("url"))
    facts.add(`${record.number} url link`, key)
  const successor = /deprecated; use `([^`]+)` instead/.exec(paragraph)?.[1]
  if (successor) facts.add(`${key} successor`, successor)
  return { key, kind, record, parameters }
}

function readEndpoints(
  facts: Facts,
  specification: string,
  decisions: string,
  records: ReadRecords,
) {
  const operators = new OperatorReader(decisions)
  const operations: ReadOperation[] = []
  for (const [heading, text] of subsectionsOf(sectionOf(specification, "4."))) {
    for (const paragraph of text.split(/^(?=\*\*)/m).filter((part) => part.startsWith("**"))) {
      const domains = /\(scopes domain `(\w+)`\)/
      const domain = (domains.exec(paragraph) ?? domains.exec(heading))?.[1] ?? ""
      for (const [, method = "", path = ""] of paragraph.matchAll(
        /\*\*(GET|PATCH) `([^`]+)`\*\*/g,
      )) {
        const operation = readOperation(facts, method, path, paragraph, records)
        operations.push(operation)
        facts.add(`${operation.key} domain`, domain)
        if (operation.kind !== "list") continue
        readList(facts, operation, paragraph)
        readProperties(facts, operation, paragraph, operators, records.fieldNames(operation.record))
      }
    }
  }
  const reviews = operations.find(({ record }) => record.title === "stage review")
  facts.add(`${reviews?.key} property status`, operators.stageReviewStatus())
  return operations
}

function readInventory(facts: Facts, decisions: string) {
  const rows = tableRows(sectionOf(decisions, "Inventory"))
  for (const [number = "", operation = "", domain = "", sort = "", limits = ""] of rows) {
    const [key = "", deprecated = ""] = readSentence(operation, /^(\w+ [^ ]+)( \(deprecated\))?$/)
    facts.add(`${key} number`, number)
    facts.add(`${key} domain`, domain.replace(" (write)", ""))
    facts.add(`${key} deprecated`, `${deprecated !== ""}`)
    if (sort) facts.add(`${key} default sort`, sort)
    if (limits) facts.add(`${key} limit`, limits)
    if (domain.endsWith("(write)") !== key.startsWith("PATCH"))
      facts.add(`${key} domain`, "misplaced (write)")
  }
  const counts = readSentence(
    decisions,
    /(\d+) operations: (\d+) list GETs, (\d+) by-id GETs, (\d+) PATCHes/,
  )
  facts.add("operations", counts.join(", "))
}

/** Section 9.2: which of list, by id and PATCH each version offers for a record. */
function readVersions(facts: Facts, specification: string, sections: readonly RecordSection[]) {
  const text = sectionOf(specification, "9.")
  facts.add(
    "versions",
    allMatches(text.split("\n").find((line) => line.startsWith("1. ")) ?? "", /`(v[\d.]+)`/g).join(
      ", ",
    ),
  )
  for (const [, version = "", list = ""] of text.matchAll(/^ {3}- (v[\d.]+): (.+)\.$/gm))
    for (const item of splitList(list)) {
      const kind = item.startsWith("PATCH ") ? "patch" : / by id\b/.test(item) ? "single" : "list"
      const phrase = item.replace(/^PATCH | \(.*\)$/g, "").replace(/ (?:list|by id)$/, "")
      facts.add(`${version} ${kind} of ${findRecord(sections, phrase).number}`, "offered")
    }
}

/** Reads sections 4, 5.3 and 9.2 and the decisions about operations into facts. */
export function readOperations(
  facts: Facts,
  specification: string,
  decisions: string,
  records: ReadRecords,
) {
  const operations = readEndpoints(facts, specification, decisions, records)
  readInventory(facts, decisions)
  readVersions(facts, specification, records.sections)
  const [domains = ""] = readSentence(specification, /Domain per endpoint: ([\w, ]+), as given/)
  facts.add("domains", domains)
  return operations
}
