import type { Facts } from "./facts"
import { readSentence, sectionOf, splitList, subsectionsOf, tableRows } from "./markdown"

/** A record of section 2: its number, its title in lower case, and its text. */
export interface RecordSection {
  readonly number: string
  readonly title: string
  readonly text: string
}

export const readRecordSections = (specification: string): RecordSection[] =>
  subsectionsOf(sectionOf(specification, "2.")).map(([heading, text]) => {
    const [number = "", title = ""] = readSentence(heading, /^(2\.\d+) ([^(]+)/)
    return { number, title: title.trim().toLowerCase(), text }
  })

/** Finds the record that a phrase such as "calendar categories", "event" or "content" means. */
export function findRecord(sections: readonly RecordSection[], phrase: string): RecordSection {
  const name = phrase.toLowerCase().replace(/ies$/, "y").replace(/s$/, "")
  const found =
    sections.find(({ title }) => title === name) ??
    sections.find(({ title }) => title.startsWith(name)) ??
    sections.find(({ title }) => title.endsWith(name))
  if (!found) throw new Error(`Section 2 has no record "${phrase}".`)
  return found
}

type FieldLine = readonly [name: string, type: string, notes: string]

/** A field of a list: `id (guid)` or a bare `stageUrl`. */
function readListed(item: string): FieldLine {
  const [name = "", type = ""] = readSentence(item, /^(\w+)(?: \((.*)\))?$/)
  return [name, type, ""]
}

const untilSentenceEnd = (text: string) => text.replace(/\.(?: .*)?$/, "")

const fieldLines = (text: string): FieldLine[] => {
  const listed = /^Fields(?: in the field listing)?: (.+)$/m.exec(text)?.[1]
  if (listed) return splitList(untilSentenceEnd(listed)).map(readListed)
  return tableRows(text).map(([name = "", type = "", notes = ""]) => [name, type, notes])
}

class TypeReader {
  private readonly shapes: Map<string, string>

  constructor(text: string) {
    const shape = /^(Media|Mention|Content locale|Permission|Culture entry): (.+)$/gm
    this.shapes = new Map(
      [...text.matchAll(shape)].map(([, name = "", list = ""]) => [
        name.toLowerCase(),
        untilSentenceEnd(list),
      ]),
    )
  }

  /** The type as one text: `array<{culture string, title string}>`. */
  read(name: string, type: string): string {
    const items = /^array of (.+)$/.exec(type)?.[1]
    if (items) return `array<${this.read("", items)}>`
    const pairs = /^(?:object )?\{(.+)\}$/.exec(type)?.[1]
    if (pairs)
      return this.readFields(splitList(pairs).map((pair) => readSentence(pair, /^(\w+) (.+)$/)))
    const shape = this.shapes.get(type.replace(/ with .*$/, ""))
    if (shape) return this.readShape(shape, / with (.*)$/.exec(type)?.[1])
    if (type === "string (timestamp without offset)") return "localdatetime"
    const plain = type.replace(/ \([^)]*\)$/, "")
    return /^url$|Url$/.test(name) && /^(?:string)?$/.test(plain) ? "url" : plain
  }

  private readShape(shape: string, repeated: string | undefined) {
    const fields = splitList(shape).map(readListed)
    const names = fields.map(([name]) => name)
    const same = !repeated || repeated.split(", ").toSorted().join() === names.toSorted().join()
    return same ? this.readFields(fields) : `another shape: ${repeated}`
  }

  private readFields = (fields: readonly (readonly string[])[]) =>
    `{${fields.map(([name = "", type = ""]) => `${name} ${this.read(name, type)}`).join(", ")}}`
}

function readFields(facts: Facts, { number, text }: RecordSection, types: TypeReader) {
  const alias = /carries `(\w+)` where the listing has `(\w+)`/.exec(text)
  const lines = fieldLines(text).flatMap((line) =>
    line[0] === alias?.[2] ? [line, [alias[1] ?? "", line[1], ""] as const] : [line],
  )
  facts.add(`${number} fields`, lines.map(([name]) => name).join(", "))
  for (const [name, type, notes] of lines) {
    facts.add(`${number} ${name} type`, types.read(name, type))
    const constant = /^deprecated, always (\w+)$/.exec(notes)?.[1]
    if (constant) facts.add(`${number} ${name} constant`, constant)
  }
  if (alias) facts.add(`${number} ${alias[1]} same as`, alias[2] ?? "")
}

function readValues(
  facts: Facts,
  specification: string,
  decisions: string,
  sections: RecordSection[],
) {
  for (const [what = "", values = ""] of tableRows(sectionOf(specification, "3."))) {
    const [phrase = "", quoted = ""] = /^(.*?) ?`(\w+)`/.exec(what)?.slice(1) ?? ["", what]
    const record = phrase
      ? findRecord(sections, phrase)
      : sections.find(({ text }) => text.includes(`| ${quoted} |`))
    facts.add(`${record?.number} ${quoted} values`, values.replace(/^values? seen: /, ""))
  }
  const mentions = readSentence(specification, /mention `type` of the forms ([^.]+)\./)[0] ?? ""
  facts.add("2.2 mentions.type values", mentions.replace(" and ", ", "))
  const [customField = ""] = readSentence(specification, /A type value seen is (\w+)\./)
  facts.add(`${findRecord(sections, "user custom field").number} type values`, customField)
  const [types = ""] = readSentence(decisions, /Department `type`: ([^.]+)\./)
  const department = findRecord(sections, "department")
  facts.add(`${department.number} type values`, types)
  const seen = readSentence(specification, /`type` values seen are (\w+) and (\w+)\./)
  for (const type of seen)
    if (!types.split(", ").includes(type)) facts.add(`${department.number} type values`, type)
}

function readPairs(facts: Facts, decisions: string, sections: RecordSection[]) {
  const text = sectionOf(decisions, "Names said in two ways")
  for (const [, first = "", second = "", record = ""] of text.matchAll(
    /`(\w+)` and `(\w+)` \(([\w ]+)/g,
  ))
    facts.add(`${findRecord(sections, record).number} ${second} same as`, first)
}

/** Reads sections 2, 3 and 9.4 and the decisions about records into facts. */
export function readRecords(facts: Facts, specification: string, decisions: string) {
  const sections = readRecordSections(specification)
  const types = new TypeReader(sectionOf(specification, "2."))
  for (const section of sections) readFields(facts, section, types)
  readValues(facts, specification, decisions, sections)
  readPairs(facts, decisions, sections)
  const [names = "", values = ""] = readSentence(
    specification,
    /calendar fields ([\w, ]+) are deprecated and fixed to ([\w, ]+)/,
  )
  const list = (text: string) => text.split(/, | and /)
  const calendar = findRecord(sections, "calendar").number
  for (const [at, name] of list(names).entries())
    facts.add(`${calendar} ${name} constant`, list(values)[at] ?? "")
  facts.add("records", sections.map(({ number }) => number).join(", "))
  return {
    sections,
    fieldNames: (section: RecordSection) => new Set(fieldLines(section.text).map(([name]) => name)),
  }
}
